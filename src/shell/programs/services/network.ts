import { awaitsOthers, reachHosts } from '../../judge/hosts.ts';
import { readPath, writePath } from '../../judge/touch.ts';
import { hostOfAddress, isLocal, touchHost } from '../../judge/touch-host.ts';
import { type JudgedCommand, mild, risk } from '../../state/run.ts';
import { locate } from '../../state/shell.ts';
import { carriesData } from '../../state/value.ts';
import { type GivenWords, type Programs, risky } from '../program.ts';
import { fetchesAll, judgeCurl, judgeHttpie, judgeWget } from './fetches.ts';

/** Programs that talk to other machines. */
export const NETWORKING: Programs = {
  curl: {
    values:
      '-m --max-time --connect-timeout --retry --retry-delay --retry-max-time -w --write-out -A --user-agent -e --referer --limit-rate -r --range -y -Y -z --cacert --capath --ciphers --resolve --connect-to --interface --dns-servers --max-redirs --proto --proto-redir --tls-max -C --continue-at --max-filesize --noproxy --parallel-max --rate --url-query',
    options: {
      '-o --output': { role: 'text', name: 'output' },
      '-O --remote-name --remote-name-all -J --remote-header-name': { name: 'remote-name' },
      '--output-dir': { role: 'text', name: 'folder' },
      '-X --request': { role: 'text', name: 'method' },
      '-d --data --data-raw --data-binary --data-ascii --data-urlencode --json': { role: 'text', name: 'data' },
      '-F --form --form-string': { role: 'text', name: 'data' },
      '-T --upload-file': { role: 'text', name: 'upload' },
      '-G --get': { name: 'get' },
      '-H --header --proxy-header': { role: 'text', name: 'header' },
      '-u --user --oauth2-bearer --aws-sigv4 -U --proxy-user': { role: 'text', name: 'login' },
      '-n --netrc --netrc-optional': { name: 'login' },
      '--netrc-file': { role: 'read' },
      '-b --cookie': { role: 'text', name: 'cookie' },
      '-c --cookie-jar -D --dump-header --trace --trace-ascii --stderr --etag-save --hsts --alt-svc --libcurl': {
        role: 'write',
      },
      '-E --cert --key': { role: 'text', name: 'login' },
      '-K --config': risky('takes its options from a file', 'read'),
      '-x --proxy --socks5 --socks4 --socks5-hostname --preproxy --doh-url': { role: 'text', name: 'proxy' },
      '--unix-socket --abstract-unix-socket': risky('talks to a service of this machine', 'text'),
      '-Q --quote --ftp-account --mail-from --mail-rcpt -t --telnet-option': risky('gives orders to a server', 'text'),
      '--engine': risky('loads code', 'text'),
      '--url': { role: 'text', name: 'url' },
      '--head --get-url --compressed --fail --silent --show-error --location --insecure --verbose --include': {},
      '-i -I -s -S -f -L -k -v -g -N -Z -# -4 -6 -R -a -l -j -B': {},
    },
    judge: judgeCurl,
  },
  'wget wget2': {
    values:
      '-t --tries -T --timeout -w --wait -Q -l --level -A -R -D -U --user-agent --limit-rate --accept --reject --cut-dirs --waitretry --dns-timeout --connect-timeout --read-timeout --prefer-family --ca-certificate -I -X --include-directories --exclude-directories',
    options: {
      '-O --output-document': { role: 'text', name: 'output' },
      '-P --directory-prefix': { role: 'text', name: 'folder' },
      '-o --output-file -a --append-output': 'write',
      '-i --input-file': { role: 'read', name: 'list' },
      '--post-data --post-file --body-data --body-file --method': { role: 'text', name: 'sends' },
      '--header': { role: 'text', name: 'header' },
      '--user --password --http-user --http-password': { role: 'text', name: 'header' },
      '-e --execute --use-askpass --config': risky('obeys settings from the command line', 'text'),
      '--save-cookies': 'write',
      '--load-cookies': 'read',
      '--spider': { name: 'spider' },
      '-q -c -nc -N -r -m -k -p -np -nH -nv -S -b': {},
    },
    judge: judgeWget,
  },
  'http https xh xhs httpie': {
    judge: judgeHttpie,
    options: { '-o --output': 'write', '-a --auth': { role: 'text' } },
  },
  'aria2c axel yt-dlp youtube-dl': {
    moderate: 'downloads files',
    judge: (run, { has, values }) => {
      if (run.args.some(({ value }) => /^--on-[\w-]+(?:=|$)|^--conf-path|^--downloader/.test(value)))
        risk(run, 'runs the named program');
      if (has('list')) reachHosts(run, []);
      fetchesAll(run, values);
    },
    values: '-x -s -j -f',
    options: {
      '-o --output -O --out -d --dir -P --paths': 'write',
      '--exec': { role: 'script' },
      '-i --input-file -a --batch-file': { role: 'read', name: 'list' },
    },
  },
  'lwp-download': { operands: ['host', 'write'] },
  'lynx w3m links elinks': {
    judge: (run, { values }) => {
      for (const value of values) if (/^[/~.]/.test(value)) readPath(run, value);
      fetchesAll(run, values);
    },
  },
  'ssh autossh mosh slogin': {
    prefix: true,
    flags: '-GVTtAaCfgKkMNnqsTtvXxYy46 --ssh',
    values: '-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w',
    judge: (run, given) => {
      if (run.name === 'ssh' && given.has('-G -Q -V')) return;
      const [host] = given.operands;
      risk(run, 'opens a shell or runs commands on another machine');
      if (host) run.shell.session.findings.touch({ kind: 'network', resource: hostOfAddress(host.value) || '*' });
    },
  },
  sshpass: { dangerous: 'logs in on another machine', network: true },
  'ssh-copy-id': { dangerous: 'opens this user’s login on another machine', network: true },
  'ssh-keyscan': { operands: ['host'], values: '-t -p -T' },
  'scp sftp ftp lftp tftp rcp rsh rlogin rclone smbclient s3cmd s4cmd mc croc wormhole magic-wormhole ngrok cloudflared localtunnel lt bore frpc':
    { dangerous: 'opens a connection and moves data', network: true },
  telnet: {
    judge: (run, { operands }) => {
      const host = operands[0]?.value ?? '';
      if (!isLocal(host) || run.stdin?.kind === 'file') risk(run, 'opens a connection and moves data');
      touchHost(run, host);
    },
  },
  rsync: {
    flags:
      '-abcdghiklmopqrstuvwxyzADEHIKLNOPSUWX0 --archive --verbose --quiet --checksum --recursive --relative --update --inplace --append --links --copy-links --hard-links --perms --times --owner --group --acls --xattrs --sparse --whole-file --existing --ignore-existing --size-only --ignore-times --compress --human-readable --progress --partial --stats --itemize-changes --list-only --backup --omit-dir-times --numeric-ids --one-file-system --prune-empty-dirs --cvs-exclude --mkpath --force --fuzzy --executability --no-owner --no-group --no-perms --no-times --modify-window --specials --devices --safe-links --munge-links --copy-unsafe-links --delay-updates --protect-args --secluded-args --open-noatime --max-delete --contimeout --ignore-errors --no-motd --8-bit-output',
    values:
      '-B -T --exclude --include --filter -f --bwlimit --timeout --port --chmod --chown --compare-dest --link-dest --max-size --min-size --out-format --info',
    options: {
      '-e --rsh --rsync-path': risky('runs the named program', 'text'),
      '--exclude-from --include-from --files-from --password-file': 'read',
      '--log-file --partial-dir --backup-dir': 'write',
      '--delete --delete-after --delete-before --delete-excluded --delete-during --del': { name: 'delete' },
      '--remove-source-files': { name: 'moves' },
      '-n --dry-run': { name: 'dry' },
    },
    judge: judgeRsync,
  },
  'nc ncat netcat': {
    values: '-w -p -q -s -i -X -x -T -O -I',
    options: {
      '-e -c --exec --sh-exec --lua-exec': risky('runs a program for whoever connects', 'text'),
      '-l --listen': { name: 'listen' },
      '-z': { name: 'scan' },
    },
    judge: (run, given) => {
      const host = given.operands[0]?.value ?? '';
      if (given.has('listen')) return awaitsOthers(run, '*', 'waits for connections');
      if (given.has('scan')) return touchHost(run, host);
      if (isLocal(host) && run.stdin?.kind !== 'data') return touchHost(run, host);
      touchHost(run, host, 'sends what comes in');
    },
  },
  socat: { dangerous: 'joins connections, files and programs', network: true },
  'ping ping6 fping': {
    values: '-c -i -W -w -s -t -I -m',
    options: { '-f': risky('floods a machine'), '-p': risky('sends data away', 'text') },
    operands: ['host'],
  },
  'traceroute tracepath mtr whois': {
    values: '-m -q -w -p',
    options: { '-h --host': 'host' },
    operands: ['host'],
  },
  'dig nslookup host drill kdig resolvectl': {
    judge: asksNames,
    flags: '-46adilmnrsuvCNRSTUVhw',
    values: '-t -p -c -f -b -x -q -k',
  },
  getent: {
    operands: ['text'],
    judge: (run, { operands }) =>
      /^(?:shadow|gshadow)$/.test(operands[0]?.value ?? '')
        ? risk(run, 'reads passwords')
        : /^(?:a?hosts\w*|networks)$/.test(operands[0]?.value ?? '')
          ? asksNames(run, { operands: operands.slice(1).filter(({ value }) => !isLocal(value)) })
          : undefined,
  },
  'nmap masscan zmap arp-scan nikto sqlmap hydra gobuster ffuf wfuzz dirb dirbuster wpscan hping3 ettercap aircrack-ng john hashcat msfconsole msfvenom responder bettercap tcpdump tshark wireshark ngrep ab wrk hey siege vegeta k6 bombardier slowloris':
    { network: true, judge: attacks, values: '-n -c -t -d -m -H -p -T' },
  'mail mailx sendmail mutt swaks msmtp': { dangerous: 'sends mail', network: true },
  'xdg-open open sensible-browser firefox google-chrome chromium chrome safari explorer start wslview': {
    judge: opens,
  },
};

const REMOTE = /^(?:[\w.-]+@)?[\w.-]+::?(?!\/\/)|^rsync:\/\//;

function judgeRsync(run: JudgedCommand, given: GivenWords): undefined {
  const values = given.values;
  const target = values.at(-1);
  if (run.args.some(({ value }) => /^--(?:daemon|server|sender)\b/.test(value)))
    return awaitsOthers(run, '*', 'waits for connections');
  if (values.some(value => REMOTE.test(value))) {
    reachHosts(
      run,
      given.operands.map(word => ({
        ...word,
        value: word.value.replace(/^(?:[\w.-]+@)?([\w.-]+)::?(?!\/\/).*/, 'ssh://$1'),
      })),
    );
    return risk(run, 'moves data to or from another machine');
  }
  for (const value of values.slice(0, -1)) readPath(run, value, { tree: true });
  if (target === undefined || given.has('dry')) return;
  writePath(run, target, { tree: true });
  if (given.has('delete') && locate(run.shell, target).path === run.shell.session.where.root)
    risk(run, 'deletes what is not in the source');
}

function asksNames(run: JudgedCommand, { operands }: Pick<GivenWords, 'operands'>): undefined {
  if (run.name === 'resolvectl' && !/^(?:query|status|statistics|show-.*|)$/.test(operands[0]?.value ?? ''))
    return risk(run, 'changes the network');
  if (run.name === 'resolvectl' && operands[0]?.value !== 'query') return;
  if (/^-{1,2}(?:v|V|h|version|help)$/.test(run.args[0]?.value ?? '') && operands.length === 0) return;
  if (run.name === 'getent' && operands.length === 0) return;
  if (run.text.includes('$(') || operands.some(({ value }) => carriesData(value)))
    return risk(run, 'sends data away within a name');
  for (const { value } of operands)
    if (/\.|^@/.test(value) && !value.startsWith('+')) touchHost(run, value.replace(/^@/, ''));
  mild(run, 'asks a name server');
}

function attacks(run: JudgedCommand, { operands }: GivenWords): undefined {
  const hosts = operands.map(({ value }) => hostOfAddress(value)).filter(value => value !== '');
  if (
    /^(?:nmap|ab|wrk|hey|k6|bombardier|siege|vegeta)$/.test(run.name) &&
    (run.name === 'k6' || hosts.some(isLocal)) &&
    !run.text.includes('--script')
  )
    return mild(run, 'tests a service of this machine');
  risk(run, 'scans, listens to or loads other machines');
}

function opens(run: JudgedCommand, { operands }: GivenWords): undefined {
  if (/^-[ab]$/.test(run.args[0]?.value ?? '') && /term/i.test(run.args[1]?.value ?? ''))
    risk(run, 'runs a file in a terminal');
  for (const { value } of operands) {
    if (/^[a-z][\w+.-]*:/.test(value)) touchHost(run, value);
    else if (/\.(?:desktop|app|command|exe|jar|sh|bat|workflow|terminal|AppImage)$/i.test(value))
      risk(run, `runs ${value}`);
    else readPath(run, value);
  }
  mild(run, 'opens a program of the desktop');
}
