import { homeOf } from '../place.ts';
import { blind, mild, type Run, risk } from '../run.ts';
import { readPath, removePath, writePath } from '../touch.ts';
import { carriesData, isKnown, isLoose, SOME } from '../value.ts';
import { type Language, PHP, RUBY } from './languages.ts';
import { type Token, tokenize } from './tokens.ts';

/**
 * Judges code in another language that stands on the command line. It is safe only if every name in it is known to
 * compute or print; whatever can run programs, reach the network or hide what it does is dangerous.
 */
export function judgeCode(run: Run, language: Language, code: string): undefined {
  if (carriesData(code)) return blind(run, 'runs code that is known only at run time');
  if (isLoose(code)) mild(run, 'runs code that is partly known only at run time');
  const tokens = tokenize(code, language);
  if (language.backticksRun && tokens.some(({ kind, text }) => kind === 'sign' && text === '`')) {
    risk(run, 'runs a program from code');
  }
  if (language === RUBY && /%x\W/.test(code)) risk(run, 'runs a program from code');
  let worst: 'harmless' | 'unknown' = 'harmless';
  let removes = false;
  let writes = false;
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'string') judgeString(run, tokens, at, language);
    if (token.kind !== 'name') continue;
    if (language.dangerous.test(token.text) && !isHarmlessUse(tokens, at)) {
      risk(run, `${token.text} can run programs, reach the network or hide what is done`);
    } else if (language.removes.test(token.text)) removes = true;
    else if (language.writes.test(token.text)) writes = true;
    else if (token.text === 'open' && opensToWrite(tokens, at)) writes = true;
    else if (!language.harmless.test(token.text) && !isPlainName(tokens, at, language)) worst = 'unknown';
  }
  judgeOpenings(run, tokens, code);
  judgeMentions(run, code);
  const paths = tokens.filter(({ kind, text }) => kind === 'string' && looksLikePath(text));
  for (const { text } of paths) {
    const path = asPath(run, text);
    if (removes) removePath(run, path, true);
    else if (writes) writePath(run, path);
    else readPath(run, path);
  }
  if (removes && tokens.some(({ text }) => /^(?:expanduser|homedir|home|HOME|root)$/.test(text)))
    risk(run, 'deletes in the home folder');
  if (removes && paths.length === 0) risk(run, 'deletes what is named only at run time');
  if (writes && paths.length === 0) mild(run, 'writes files from code');
  if (worst === 'unknown') mild(run, 'runs code with names that are not known here');
}

const SECRETS =
  /\/etc\/(?:shadow|gshadow|passwd|sudoers)\b|\.(?:ssh|aws|gnupg|netrc|kube)\b|\bid_(?:rsa|ed25519)\b|\/proc\/\w+\/environ\b/;

/** A place of secrets that the source names, in whatever quotes. */
export function judgeMentions(run: Run, code: string): undefined {
  if (SECRETS.test(code)) risk(run, 'names a place of secrets');
}

/** Calls that open a file or a folder. */
const OPENS =
  /^(?:open|openSync|readFile|readFileSync|createReadStream|readdir|readdirSync|file_get_contents|fopen|listdir|scandir|glob|walk|Path|readlines|load_file|read_text|File)$/;
/** Ways to make a text of pieces, so that a path is not seen. */
const JOINS =
  /^(?:join|chr|decode|b64decode|fromhex|unhexlify|fromCharCode|from|format|replace|reversed|reverse|concat|sub|rot13|codecs|expanduser|expandvars|home|resolve|pack|implode|strrev|tr)$/;

/** A file whose name is not written out is not known; one that is put together from pieces is hidden. */
function judgeOpenings(run: Run, tokens: readonly Token[], code: string): undefined {
  const opens = tokens.some(({ kind, text }, at) => {
    const bracket = tokens.findIndex((token, index) => index > at && index < at + 4 && token.text === '(');
    const first = tokens[bracket + 1];
    const plain = first?.kind === 'string' && /^[),]$/.test(tokens[bracket + 2]?.text ?? ')');
    return (
      kind === 'name' &&
      OPENS.test(text) &&
      bracket >= 0 &&
      !plain &&
      first?.text !== ')' &&
      !/^\d$/.test(first?.text ?? '')
    );
  });
  if (!opens) return;
  const outside = tokens.some(({ kind, text }) => kind === 'string' && /^[/~]/.test(text));
  const joins = tokens.some(({ kind, text }) => kind === 'name' && JOINS.test(text));
  if (outside || joins || code.includes('[::-1]')) risk(run, 'opens a file whose path is put together');
  else mild(run, 'opens a file that is known only at run time');
}

/** A variable or a property: named, and neither called nor loaded. */
function isPlainName(tokens: readonly Token[], at: number, language: Language): boolean {
  const { text } = tokens[at]!;
  if (/^[$@%]/.test(text)) return true;
  const before = tokens[at - 1]?.text ?? '';
  if (tokens[at + 1]?.text === '(' || /^(?:import|from|require|use|new|as|load|include)$/.test(before)) return false;
  if (before === ',' && tokens.slice(0, at).some(({ text: word }) => word === 'import')) return false;
  // In these a name may call without brackets.
  return !language.backticksRun || before === '.' || before === '->' || before === '{' || before === '<';
}

/** `platform.system()` tells a name, `re.compile` prepares a pattern. */
function isHarmlessUse(tokens: readonly Token[], at: number): boolean {
  const owner = tokens[at - 2]?.text;
  const { text } = tokens[at]!;
  if (text === 'system' && owner === 'platform') return true;
  if (
    text === 'exec' &&
    owner !== 'child_process' &&
    tokens[at - 1]?.text === '.' &&
    /^[a-z]?re$|regex|pattern|\/$/i.test(owner ?? '')
  )
    return true;
  if (
    text === 'env' &&
    tokens[at + 1]?.text === '.' &&
    /^(?:NODE_ENV|CI|PATH|HOME|SHELL|TERM|USER|PORT|npm_package_\w+)$/.test(tokens[at + 2]?.text ?? '')
  )
    return true;
  if (
    text === 'environ' &&
    tokens
      .slice(at + 1, at + 5)
      .some(token => /^(?:NODE_ENV|CI|PATH|HOME|SHELL|TERM|USER|LANG|VIRTUAL_ENV|PYTHONPATH)$/.test(token.text))
  )
    return true;
  if (text === 'prototype' || text === 'http' || text === 'https')
    return (
      tokens[at + 1]?.text === ':' ||
      (text === 'prototype' && tokens[at - 1]?.text === '.' && /^(?:Array|Object|String)$/.test(owner ?? ''))
    );
  return false;
}

const opensToWrite = (tokens: readonly Token[], at: number): boolean => {
  const near = tokens.slice(at + 1, at + 8);
  return near.some(({ kind, text }) => kind === 'string' && /^(?:[wax]b?\+?|r\+b?|>{1,2})$/.test(text));
};

const asPath = (run: Run, text: string): string =>
  text.replace(/^~(?=\/|$)/, homeOf(run.shell.session.where)).replace(/[*?]+/g, SOME);

const looksLikePath = (text: string): boolean =>
  isKnown(text) &&
  text.length < 300 &&
  !/[\s{}()<>|,;%]|:\/\//.test(text) &&
  (/^[~./]|\//.test(text) || /^[\w-]+\.\w{1,5}$/.test(text)) &&
  !/^\.{0,2}$|^\/[a-z]$|^[./\\-]+$/.test(text);

/** A path of a secret, or a shell's name, gives code away whatever it does with it. */
function judgeString(run: Run, tokens: readonly Token[], at: number, language: Language): undefined {
  const { text } = tokens[at]!;
  if (language === PHP && (language.dangerous.test(text) || language.removes.test(text)))
    risk(run, `calls ${text} by its name`);
  judgeModule(run, tokens, at, language);
  judgeInterpolation(run, text, language);
  if (tokens[at - 1]?.text === '[' && tokens[at + 1]?.text === ']' && language.dangerous.test(text))
    risk(run, `reaches ${text} by its name`);
  if (/^https?:\/\//.test(text)) mild(run, 'names an address of the network');
  const joined = tokens[at + 1]?.text === '+' || tokens[at - 1]?.text === '+';
  if (joined && (tokens[at - 1]?.text === '[' || tokens[at + 2]?.kind === 'string'))
    risk(run, 'puts a name together from pieces');
  if (joined && /^[/~]/.test(text)) risk(run, 'puts a path together from pieces');
  if (/^\/(?:usr\/)?bin\/\w*sh$/.test(text)) risk(run, 'starts a shell from code');
  if (/(?:^|[^\w])(?:rm\s+-\w*[rf]|curl\s|wget\s|\/etc\/shadow|\/dev\/tcp)/.test(text))
    risk(run, 'holds a command for a shell');
  if (language.backticksRun && /^\s*\|\s*\w|\w\s*\|\s*$/.test(text)) risk(run, 'opens a program like a file');
}

/** `require('child_process')`, `import('net')`: modules are named by strings. */
function judgeModule(run: Run, tokens: readonly Token[], at: number, language: Language): undefined {
  const loads =
    tokens[at - 1]?.text === 'from' ||
    (tokens[at - 1]?.text === '(' && /^(?:require|import)$/.test(tokens[at - 2]?.text ?? ''));
  const name = tokens[at]!.text.replace(/^node:/, '').replace(/\/promises$/, '');
  if (!loads && !(tokens[at - 1]?.text === 'require')) return;
  if (language.dangerous.test(name)) risk(run, `${name} can run programs or reach the network`);
  else if (!language.harmless.test(name) && !/^\.{0,2}\/?[\w./-]*\.json$/.test(name)) mild(run, `loads ${name}`);
}

/** Code inside a string: `{…}` of Python, `${…}` of JavaScript, `#{…}` of Ruby, `@{[…]}` of Perl. */
function judgeInterpolation(run: Run, text: string, language: Language): undefined {
  if (!text.includes('{')) return;
  for (const { kind, text: name } of tokenize(text.replace(/["'`]/g, ' '), language)) {
    if (kind === 'name' && language.dangerous.test(name))
      risk(run, `${name} in a string can run programs or hide what is done`);
  }
}
