import { judgeSql } from '../../code/sql.ts';
import { hostsIn } from '../../judge/hosts.ts';
import { reachAddress } from '../../judge/mentions.ts';
import { readPath, writePath } from '../../judge/touch.ts';
import { touchHost } from '../../judge/touch-host.ts';
import { blind, type JudgedCommand, mild, risk } from '../../state/run.ts';
import { isLoose, wordOf } from '../../state/value.ts';
import { type GivenWords, judged, mildly, onText, type Programs, risky } from '../program.ts';

function judgeTexts(run: JudgedCommand, texts: readonly string[], local: boolean): undefined {
  for (const text of texts) {
    if (isLoose(text)) mild(run, 'runs SQL that is partly known only at run time');
    judgeSql(run, text, local);
  }
  const { stdin } = run;
  if (stdin?.kind === 'text') judgeSql(run, stdin.value, local);
  else if (stdin?.kind === 'file') mild(run, 'runs the SQL of a file');
  else if (stdin)
    local && !(stdin.kind === 'data' && stdin.network)
      ? mild(run, 'runs what another program prints')
      : blind(run, 'runs what another program prints');
}

export const DATABASES: Programs = {
  'sqlite3 sqlite duckdb sqlite-utils litecli': {
    long: true,
    options: '-separator= -nullvalue= -newline= -maxsize= -cmd|-c= -init=own -readonly',
    judge: (run, given) => {
      const [file, ...texts] = given.values;
      const all = [...texts, ...given.allOf('-cmd')];
      const kept = file === ':memory:' ? undefined : file;
      if (kept !== undefined) readPath(run, kept);
      for (const text of all) {
        const [, verb, path] = /\.(output|once|backup|save|clone|log|read)\s+(\S+)/.exec(text) ?? [];
        if (path !== undefined) verb === 'read' ? readPath(run, path) : writePath(run, path);
      }
      judgeTexts(run, all, true);
      const changes = /\b(?:insert|update|delete|drop|create|alter|replace|vacuum)\b/i.test(all.join(';'));
      if (kept !== undefined && changes) writePath(run, kept);
      if (all.length === 0 && !run.stdin) mild(run, 'opens a database');
    },
  },
  'psql pgcli': {
    options: `-U= -p= -v= -F= -P= -R= --username= --port= --set= -c|--command= -f|--file= -h|--host= -d|--dbname=
      -o|--output|-L|--log-file=write -l|--list`,
    judge: (run, given) => client(run, given, '-c'),
  },
  'mysql mariadb mycli': {
    options: `-u= -P= --user= --port= --socket= -S= --default-character-set= -e|--execute= -h|--host= -D|--database=
      --tee=write -p|--password=?`,
    judge: (run, given) => client(run, given, '-e'),
  },
  'sqlcmd clickhouse-client clickhouse cqlsh snowsql usql trino presto-cli cockroach': {
    options: '-Q|-q|-e|--query|--execute|-c|--command= -h|--host|-S=',
    judge: (run, given) => client(run, given, '-Q'),
  },
  'mongo mongosh': judged({ options: '--eval= --host=' }, (run, given) => {
    const code = given.valueOf('--eval') ?? (run.stdin?.kind === 'text' ? run.stdin.value : '');
    reachServers(run);
    mild(run, 'talks to a database');
    if (run.stdin?.kind === 'data' && run.stdin.network) blind(run, 'runs what another program prints');
    if (CHANGES_DOCUMENTS.test(code)) risk(run, 'changes a database');
  }),
  'mongoexport mongodump pg_dump pg_dumpall mysqldump': {
    moderate: 'reads a database',
    options: '-U= -p= -d= -t= -n= -u= -f|--file|-o|--out|--result-file=write -h|--host=',
    judge: reachServers,
  },
  'mongoimport mongorestore pg_restore mysqlimport dropdb dropuser createuser mysqladmin pg_ctl pg_dropcluster': {
    options: '-h|--host=',
    judge: run => {
      reachServers(run);
      / (?:status|ping|version)\b/.test(run.text)
        ? mild(run, 'asks a database')
        : risk(run, 'changes a database or its rights');
    },
  },
  'createdb initdb': { moderate: 'makes a database', judge: reachServers },
  'pg_isready mysqlshow': { moderate: 'asks a database', judge: reachServers },
  'redis-cli valkey-cli': {
    prefix: true,
    options: '-p= -n= -a= -u= -r= -i= --user= --pass= -h= --eval=own --pattern=',
    judge: (run, given) => {
      const typed = run.stdin?.kind === 'text' && given.operands.length === 0 ? run.stdin.value : '';
      if (/^\s*(?:flush|del|set|config set|shutdown|eval|rename|script|debug|replicaof|slaveof)/im.test(typed))
        return risk(run, 'changes a database');
      const looks = given.has('--scan --stat --bigkeys --memkeys --latency');
      const verb = looks ? 'scan' : (given.values[0] ?? 'ping').toLowerCase();
      const host = given.valueOf('-h');
      if (host !== undefined) touchHost(run, host);
      if (ASKS_KEYS.test(verb) || (verb === 'config' && given.values[1]?.toLowerCase() === 'get'))
        return mild(run, 'asks a database');
      risk(run, 'changes a database');
    },
  },
  'etcdctl consul nomad zkCli.sh': onText(
    / (?:get|list|members|status|info|kv get)\b/,
    mildly('asks a cluster'),
    risky('changes a cluster'),
  ),
  'kafka-topics kafka-topics.sh kafka-console-consumer kafka-console-consumer.sh': onText(
    /--(?:list|describe)|consumer/,
    mildly('asks a queue'),
    risky('changes a queue'),
  ),
  'kafka-console-producer kafka-console-producer.sh rabbitmqctl': { dangerous: 'changes a queue' },
};

/** Reaches the servers that `-h`, `--host`, an address or a machine's name tells; none means this machine's own. */
function reachServers(run: JudgedCommand): undefined {
  const words = run.args.map(word => (/^-(?!h$|-host$)/.test(word.value) ? wordOf('-') : word));
  for (const host of hostsIn(words)) reachAddress(run, host);
}

function client(run: JudgedCommand, given: GivenWords, statements: string): undefined {
  reachServers(run);
  const host = given.valueOf('-h');
  if (host !== undefined && !host.startsWith('/')) touchHost(run, host);
  for (const value of given.values) if (/^[a-z]+:\/\//i.test(value)) touchHost(run, value);
  const file = given.valueOf('-f');
  if (file !== undefined) readPath(run, file);
  mild(run, 'talks to a database');
  judgeTexts(run, given.allOf(statements), false);
}

const CHANGES_DOCUMENTS =
  /drop|remove|delete|update|insert|replace|rename|create|save|shutdown|eval|load\(|run\(|grant|passwd|exec/i;

const ASKS_KEYS =
  /^(?:get|mget|hget|hgetall|hkeys|lrange|llen|smembers|scard|zrange|zcard|keys|scan|type|ttl|pttl|exists|info|ping|dbsize|memory|object|strlen|time|client|slowlog|monitor|xlen|xrange|getrange)$/;
