import { reachHosts } from '../judge/hosts.ts';
import { isSecretName } from '../judge/secrets.ts';
import { namesSecret, readPath, removePath, runFile, writePath } from '../judge/touch.ts';
import { judgeVariable, steers } from '../judge/variables.ts';
import { homeOf } from '../state/place.ts';
import { blind, type JudgedCommand, mild, risk, tellsVariables, unsure } from '../state/run.ts';
import { carriesData, isKnown, isLoose, SOME, wordOf } from '../state/value.ts';
import { isShownByRun } from './code-runs.ts';
import { type CodeLanguage, JAVASCRIPT, PHP, PYTHON, RUBY } from './languages.ts';
import { asksVersion, bareImports, exhausts, isPure, loadsOnlyPure, variableAt } from './modules.ts';
import { judgeClimbing, judgeHanded, judgeOpenings } from './openings.ts';
import { judgeSql } from './sql.ts';
import { LONGEST_CODE, type Token, tokenize } from './tokens.ts';

/**
 * Judges code in another language that stands on the command line. Code is safe only if every name in it is known to
 * compute or print; code that can run programs, reach the network or hide what it does is dangerous.
 */
export function judgeCode(run: JudgedCommand, language: CodeLanguage, code: string): undefined {
  if (carriesData(code)) return blind(run, 'runs code that is known only at run time');
  if (code.length > LONGEST_CODE) return blind(run, 'runs code that is too long to be judged');
  if (isLoose(code)) mild(run, 'runs code that is partly known only at run time');
  if (language === PYTHON && asksVersion(code)) return;
  if (exhausts(code)) risk(run, 'loops for ever or takes all memory');
  const tokens = tokenize(code, language);
  const pure = loadsOnlyPure(tokens, language);
  if (language.backticksRun && tokens.some(({ kind, text }) => kind === 'sign' && text === '`'))
    risk(run, 'runs a program from code');
  if (language === RUBY && /%x\W/.test(code)) risk(run, 'runs a program from code');
  const bare = language === PYTHON ? bareImports(tokens) : NOWHERE;
  if (tokens.some(({ text }) => LOADS_SECRETS.test(text))) readPath(run, '.env', { unseen: true });
  let unknown = false;
  let removes = false;
  let writes = false;
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'string') judgeString(run, tokens, at, { language, quiet: pure && language === JAVASCRIPT });
    if (token.kind !== 'name') continue;
    if (language === PHP && token.text[0] === '$' && tokens[at + 1]?.text === '(')
      risk(run, 'calls what is named only at run time');
    if (bare.has(at)) unknown ||= !pure;
    else if (VARIABLES.test(token.text) && language.dangerous.test(token.text)) judgeEnvironment(run, tokens, at);
    else if (language.dangerous.test(token.text) && !isHarmlessUse(tokens, at)) {
      const say = isShownByRun(run, { language, tokens, name: token.text }) ? unsure : risk;
      say(run, `${token.text} can run programs, reach the network or hide what is done`);
    } else if (language.removes.test(token.text)) removes = true;
    else if (language.writes.test(token.text) && !/^std(?:out|err)$/.test(tokens[at - 2]?.text ?? '')) writes = true;
    else if (token.text === 'open' && opensToWrite(tokens, at)) writes = true;
    else if (/^execute(?:script|many)?$/.test(token.text)) judgeStatement(run, tokens, at);
    else if (!pure && !language.harmless.test(token.text) && !isPlainName(tokens, at, language)) unknown = true;
  }
  judgeReach(run, tokens, bare);
  judgeOpenings(run, tokens, code);
  judgeClimbing(run, tokens);
  judgeMentions(run, code);
  const paths = tokens.filter(
    ({ kind, text }, at) => kind === 'string' && (looksLikePath(text) || isRemoved(tokens, at, language)),
  );
  for (const { text } of paths) {
    const path = text.replace(/^~(?=\/|$)/, homeOf(run.shell.session.where)).replace(/[*?]+/g, SOME);
    if (removes) removePath(run, path, true);
    else readPath(run, path, { unseen: writes && !namesSecret(run.shell, path) });
    if (writes && !removes) writePath(run, path);
    judgeHanded(run, tokens, path);
  }
  if (removes && tokens.some(({ text }) => /^(?:expanduser|homedir|home|HOME|root)$/.test(text)))
    risk(run, 'deletes in the home folder');
  if (removes && paths.length === 0) unsure(run, 'deletes what is named only at run time');
  if ((writes || removes) && tokens.some(({ kind, text }) => kind === 'string' && /^(?:\/|~\/?)$/.test(text)))
    risk(run, 'writes all over the system');
  const named = (names: RegExp): boolean => tokens.some(({ text }) => names.test(text));
  if (named(/^(?:torch|joblib|allow_pickle)$/) && named(/^load$/)) mild(run, 'loads objects that may run code');
  if (writes && paths.length === 0) mild(run, 'writes files from code');
  if (unknown) mild(run, 'runs code with names that are not known here');
}

/** Calls that load `.env` where the code names no other file. */
const LOADS_SECRETS = /^(?:loadEnvFile|load_dotenv|dotenv_values|dotenv|dotenv\/config)$/;

/** Names by which code talks to others, or waits for them. */
const REACHES =
  /^(?:socket|socketserver|urllib\d?|requests|httpx|aiohttp|http|https|http2|net|tls|dgram|dns|fetch|urlopen|urlretrieve|smtplib|ftplib|telnetlib|paramiko|gethostby\w+|getaddrinfo|Socket|TCPSocket|UDPSocket|TCPServer|Net|HTTP|LWP|WEBrick|webrick|httpd|WebSocket|XMLHttpRequest|axios|undici|curl_init|curl_exec|p?fsockopen|stream_socket_client|dns_get_record|webbrowser|boto3|createServer|websockets|open_connection|create_connection|start_server|get_server_certificate|ServerProxy)$/;
const PRINTS = /^(?:print|println|puts|echo|log|say|warn|error|printf)$/;

/** Reaches the hosts that the code names, or some host. */
function judgeReach(run: JudgedCommand, tokens: readonly Token[], bare: ReadonlySet<number>): undefined {
  const reaches = tokens.some(
    ({ kind, text }, at) =>
      !bare.has(at) &&
      REACHES.test(text) &&
      (kind === 'name' || /^(?:require|import|from|\()$/.test(tokens[at - 1]?.text ?? '')) &&
      !isHarmlessUse(tokens, at),
  );
  const strings = tokens.filter(({ kind }, at) => kind === 'string' && !PRINTS.test(tokens[at - 2]?.text ?? ''));
  const opened = strings.filter(
    ({ text }) =>
      /^(?:https?|ftp|wss?):\/\//.test(text) && tokens[tokens.findIndex(one => one.text === text) - 1]?.text === '(',
  );
  const words = (reaches ? strings : opened).map(({ text }) => wordOf(text));
  if (reaches || opened.length > 0) reachHosts(run, words);
}

const NOWHERE: ReadonlySet<number> = new Set();
/** Names by which code reads or sets the variables of its process. */
const VARIABLES = /^(?:environ|environb|getenv|putenv|unsetenv|env|ENV|[$%]ENV)$/;

/** Judges variables: one that is read is a secret where its name says so; one that is set is judged as in a shell. */
function judgeEnvironment(run: JudgedCommand, tokens: readonly Token[], at: number): undefined {
  if (isHarmlessUse(tokens, at)) return;
  const found = variableAt(tokens, at);
  if (found?.sets) {
    if (found.value !== undefined) judgeVariable(run, `${found.name}=${found.value}`);
    else if (steers(found.name)) mild(run, `sets ${found.name}, which other programs obey`);
    return;
  }
  if (found && !isSecretName(found.name)) return;
  const named = tokens[at + 1]?.text === '.' && tokens[at]!.text === 'env' ? tokens[at + 2] : undefined;
  if (named?.kind === 'name' && !isSecretName(named.text)) return;
  tellsVariables(run, `${tokens[at]!.text} tells variables, secrets too`);
}

/** Judges the SQL in `cursor.execute("…")`; a text that the code puts together may do anything to the database. */
function judgeStatement(run: JudgedCommand, tokens: readonly Token[], at: number): undefined {
  const text = tokens[at + 2];
  if (tokens[at + 1]?.text === '(' && text?.kind === 'string') judgeSql(run, text.text, true);
  else mild(run, 'changes a database');
}

const SECRETS =
  /\/etc\/(?:shadow|gshadow|passwd|sudoers)\b|\.(?:ssh|aws|gnupg|netrc|kube)\b|\bid_(?:rsa|ed25519)\b|\/proc\/\w+\/environ\b/;

/** Judges each place of secrets that the source names, in whatever quotes, as read. */
export function judgeMentions(run: JudgedCommand, code: string): undefined {
  if (SECRETS.test(code)) risk(run, 'names a place of secrets');
}

/** Whether a text is the path that `rmtree('build')` deletes: the first argument is a path, whatever it looks like. */
const isRemoved = (tokens: readonly Token[], at: number, { removes }: CodeLanguage): boolean =>
  tokens[at - 1]?.text === '(' &&
  removes.test(tokens[at - 2]?.text ?? '') &&
  /^[)\],]$/.test(tokens[at + 1]?.text ?? ')');

/** Whether a name is a variable or a property: neither called nor loaded. */
function isPlainName(tokens: readonly Token[], at: number, language: CodeLanguage): boolean {
  const { text } = tokens[at]!;
  if (/^[$@%]/.test(text)) return true;
  const before = tokens[at - 1]?.text ?? '';
  if (tokens[at + 1]?.text === '(' || /^(?:import|from|require|use|new|as|load|include)$/.test(before)) return false;
  if (before === ',' && tokens.slice(0, at).some(({ text: word }) => word === 'import')) return false;
  // In languages that run backticks a name can call without brackets.
  return !language.backticksRun || /^[.>:{<]$/.test(before);
}

/** Whether a use is harmless: `platform.system()` tells a name, `re.compile` prepares a pattern. */
function isHarmlessUse(tokens: readonly Token[], at: number): boolean {
  const [owner = '', before, text, next, after = ''] = [-2, -1, 0, 1, 2].map(step => tokens[at + step]?.text);
  if (text === 'system') return owner === 'platform';
  // A module with the name `code` runs code; the property `code` of an error does not.
  if (text === 'code') return before === '.';
  if (text === 'urllib') return after === 'parse' && !tokens.some(token => token.text === 'request');
  if (text === 'importlib') return /^(?:util|metadata|resources)$/.test(after);
  if (text === 'exec') return before === '.' && /^[a-z]?re$|regex|pattern|\/$/i.test(owner);
  if (text === 'env') return next === '.' && HARMLESS_ENV.test(after);
  if (text === 'environ') return tokens.slice(at + 1, at + 5).some(token => HARMLESS_ENVIRON.test(token.text));
  if (text === 'prototype') return next === ':' || (before === '.' && /^(?:Array|Object|String)$/.test(owner));
  return (text === 'http' || text === 'https') && next === ':';
}

const HARMLESS_ENV = /^(?:NODE_ENV|CI|PATH|HOME|SHELL|TERM|USER|PORT|npm_package_\w+)$/;
const HARMLESS_ENVIRON = /^(?:NODE_ENV|CI|PATH|HOME|SHELL|TERM|USER|LANG|VIRTUAL_ENV|PYTHONPATH)$/;

/** Whether a call opens a file to write, as `open(path, 'w')` does, also with the mode named. */
const opensToWrite = (tokens: readonly Token[], at: number): boolean => {
  const near = tokens.slice(at + 1, at + 20);
  return near.some(
    ({ kind, text }, index) =>
      kind === 'string' && /^(?:[wax]b?\+?|r\+b?|>{1,2})$/.test(text) && /^[,=]$/.test(near[index - 1]?.text ?? ''),
  );
};

const looksLikePath = (text: string): boolean =>
  isKnown(text) &&
  text.length < 300 &&
  !/[\s{}()<>|,;%]|:\/\//.test(text) &&
  (/^[~./]|\//.test(text) || /^[\w-]+\.\w{1,5}$/.test(text)) &&
  !/^\.{0,2}$|^\/[a-z]$|^[./\\-]+$/.test(text);

/** Judges a string. The path of a secret, or the name of a shell, gives code away whatever it does with it. */
function judgeString(
  run: JudgedCommand,
  tokens: readonly Token[],
  at: number,
  { language, quiet }: { readonly language: CodeLanguage; readonly quiet: boolean },
): undefined {
  const { text } = tokens[at]!;
  const index = tokens[at - 1]?.text === '[' && tokens[at + 1]?.text === ']' && tokens[at + 2]?.text !== '(';
  if (language === PHP && !index && (language.dangerous.test(text) || language.removes.test(text)))
    risk(run, `calls ${text} by its name`);
  judgeModule(run, tokens, at, language);
  judgeInterpolation(run, text, language);
  if (language !== PHP && tokens[at - 1]?.text === '[' && tokens[at + 1]?.text === ']' && language.dangerous.test(text))
    risk(run, `reaches ${text} by its name`);
  if (/^https?:\/\//.test(text) && !quiet) mild(run, 'names an address of the network');
  const joined = tokens[at + 1]?.text === '+' || tokens[at - 1]?.text === '+';
  const dotted = language.backticksRun && tokens[at + 1]?.text === '.' && tokens[at + 2]?.kind === 'string';
  if (dotted || (joined && (tokens[at - 1]?.text === '[' || tokens[at + 2]?.kind === 'string')))
    risk(run, 'puts a name together from pieces');
  if (/\\(?:x2f|u002f|0?57)/i.test(text)) risk(run, 'hides a path');
  if (joined && /^[/~]/.test(text)) risk(run, 'puts a path together from pieces');
  if (/^\/(?:usr\/)?bin\/\w*sh$/.test(text)) risk(run, 'starts a shell from code');
  if (/(?:^|[^\w])(?:rm\s+-\w*[rf]|curl\s|wget\s|\/etc\/shadow|\/dev\/tcp)/.test(text))
    risk(run, 'holds a command for a shell');
  if (language.backticksRun && /^\s*\|\s*\w|\w\s*\|\s*$/.test(text)) risk(run, 'opens a program like a file');
}

/** Judges a module that a string names: `require('child_process')`, `import('net')`. */
function judgeModule(run: JudgedCommand, tokens: readonly Token[], at: number, language: CodeLanguage): undefined {
  const loads =
    tokens[at - 1]?.text === 'from' ||
    (tokens[at - 1]?.text === '(' && /^(?:require|import)$/.test(tokens[at - 2]?.text ?? ''));
  const name = tokens[at]!.text.replace(/^node:/, '').replace(/\/promises$/, '');
  if (!loads && !(tokens[at - 1]?.text === 'require')) return;
  if (/^(?:\/|\.\.\/)/.test(name) && !/\.json$/.test(name)) return runFile(run, name, 'other');
  if (language.dangerous.test(name)) {
    const say = isShownByRun(run, { language, tokens, name }) ? unsure : risk;
    say(run, `${name} can run programs or reach the network`);
  } else if (!language.harmless.test(name) && !isPure(name) && !/^\.{0,2}\/?[\w./-]*\.json$/.test(name))
    mild(run, `loads ${name}`);
}

/** Judges code inside a string: `{…}` of Python, `${…}` of JavaScript, `#{…}` of Ruby, `@{[…]}` of Perl. */
function judgeInterpolation(run: JudgedCommand, text: string, language: CodeLanguage): undefined {
  if (!text.includes('{')) return;
  for (const { kind, text: name } of tokenize(text.replace(/["'`]/g, ' '), language)) {
    if (kind === 'name' && language.dangerous.test(name))
      risk(run, `${name} in a string can run programs or hide what is done`);
  }
}
