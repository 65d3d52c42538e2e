import { wordSet } from '../state/value.ts';
import type { CodeLanguage } from './languages.ts';
import type { Token } from './tokens.ts';

/** Modules that compute, show or read; where they write or run, the names of their functions tell it. */
const PURE: Readonly<Record<'python' | 'javascript', ReadonlySet<string>>> = {
  python: wordSet(
    'json re math urllib datetime time calendar string textwrap itertools functools collections statistics decimal fractions random uuid hashlib hmac base64 binascii struct unicodedata pprint typing typing_extensions dataclasses enum operator copy heapq bisect html difflib fnmatch ast dis tokenize keyword inspect platform sysconfig locale numbers cmath secrets zlib colorsys types abc contextlib warnings traceback timeit array numpy scipy pandas polars torch torchvision tensorflow keras jax sklearn matplotlib seaborn sympy networkx yaml toml tomllib tomli packaging markdown bs4 lxml xml dateutil pytz zoneinfo tqdm rich tabulate colorama PIL cv2 csv sqlite3 configparser os sys importlib io pathlib glob shutil zipfile tarfile gzip bz2 lzma argparse site stat errno codecs pyarrow openpyxl xgboost lightgbm pydantic __future__',
  ),
  javascript: wordSet(
    'path os util url crypto assert events zlib querystring perf_hooks string_decoder timers buffer punycode v8 tty constants stream readline fs fs/promises process module semver lodash yaml js-yaml dayjs date-fns moment uuid chalk zod typescript glob fast-glob',
  ),
};

/** Whether all modules of the code are known, so that a name it calls cannot be more than it says. */
export function loadsOnlyPure(tokens: readonly Token[], { imports }: CodeLanguage): boolean {
  if (!imports) return false;
  const loaded = imports === 'python' ? pythonModules(tokens) : nodeModules(tokens);
  return loaded.every(name => PURE[imports].has(name) || /\.json$/.test(name));
}

export const isPure = (name: string): boolean => PURE.javascript.has(name);

/** The first name of each module in `import a.b as c, d` and `from e.f import g`. */
function pythonModules(tokens: readonly Token[]): readonly string[] {
  const loaded: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const { kind, text } = tokens[at]!;
    if (kind !== 'name') continue;
    if (text === 'from') {
      loaded.push(tokens[at + 1]?.text ?? '');
      while (at + 1 < tokens.length && tokens[at + 1]!.text !== 'import' && tokens[at + 1]!.text !== ';') at++;
      at++;
    } else if (text === 'import')
      do {
        loaded.push(tokens[++at]?.text ?? '');
        while (tokens[at + 1]?.text === '.') at += 2;
        if (tokens[at + 1]?.text === 'as') at += 2;
      } while (tokens[at + 1]?.text === ',' && ++at);
  }
  return loaded;
}

/** Modules in quotes after `require(`, `import(`, `from` or `import`. */
function nodeModules(tokens: readonly Token[]): readonly string[] {
  const loaded: string[] = [];
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'name' || !/^(?:require|import|from)$/.test(text)) continue;
    const bracket = tokens[at + 1]?.text === '(';
    const named = tokens[bracket ? at + 2 : at + 1];
    if (named?.kind === 'string') loaded.push(named.text.replace(/^node:/, ''));
    else if (bracket || text === 'require') loaded.push('');
  }
  return loaded;
}

/** Whether code like `import x; print(x.__version__)` only asks what is installed. */
export const asksVersion = (code: string): boolean => code.length < 300 && ASKS_VERSION.test(code);

const LOOPS =
  /\bwhile\s*(?:\(\s*(?:true|True|1|!0|1\s*==\s*1)\s*\)|(?:True|true|1)\s*(?:[:;\n]|do\b|$))|\bfor\s*\(\s*;\s*;\s*\)|\bloop\s*(?:do\b|\{)/;
const ENDS =
  /\b(?:break|return|sleep|input|exit|raise|throw|readline|next|last|wait|await|recv|accept|StopIteration)\b/;
const HUGE =
  /["'\])]\s*[*x]\s*\(?\s*(?:10\s*\*\*\s*[1-9]\d|\d{11,}|1e1\d|1\s*<<\s*(?:3[4-9]|[4-9]\d))|(?:repeat|alloc|bytearray|zeros|ones|Array|fill)\(\s*(?:\d{11,}|1e1\d|10\s*\*\*\s*[1-9]\d)/;

/** Whether code has a loop that nothing ends, or a value that no memory holds. */
export const exhausts = (code: string): boolean => (LOOPS.test(code) && !ENDS.test(code)) || HUGE.test(code);

/** Names that tell about a module and run no code of it. */
const TOLD = /^(?:__version__|__file__|__path__|__name__|__doc__|VERSION|version|version_info)$/;
/** Modules that do something by being loaded. */
const ACTS_WHEN_LOADED = /^(?:antigravity|this|pip|ensurepip|idlelib|turtle|code|pdb)$/;

/**
 * The places of names in statements that only load a module: `import requests`, with nothing of the module called or
 * read but its version. Loading runs what the module does when it is loaded, and no more.
 */
export function bareImports(tokens: readonly Token[]): ReadonlySet<number> {
  const bare = new Set<number>();
  for (const { names, places } of importsIn(tokens)) {
    const star = names.includes('*');
    const used = tokens.some(
      ({ kind, text }, at) => kind === 'name' && names.includes(text) && !places.includes(at) && isUse(tokens, at),
    );
    if (!star && !used && !places.some(at => ACTS_WHEN_LOADED.test(tokens[at]!.text)))
      for (const at of places) bare.add(at);
  }
  return bare;
}

/** Whether a name is used. A property of that name of something else is no use, nor is the question for a version. */
function isUse(tokens: readonly Token[], at: number): boolean {
  if (tokens[at - 1]?.text === '.') return false;
  return !(tokens[at + 1]?.text === '.' && TOLD.test(tokens[at + 2]?.text ?? '') && tokens[at + 3]?.text !== '(');
}

type Import = { readonly names: readonly string[]; readonly places: readonly number[] };

function importsIn(tokens: readonly Token[]): readonly Import[] {
  const found: Import[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const word = tokens[at]!;
    if (word.kind !== 'name' || (word.text !== 'import' && word.text !== 'from')) continue;
    const module: number[] = [];
    let next = at + 1;
    if (word.text === 'from') {
      for (; next < tokens.length && tokens[next]!.text !== 'import'; next++) module.push(next);
      next++;
      if (tokens[next]?.text === '(') next++;
    }
    const names: string[] = [];
    const places: number[] = [...module];
    for (;;) {
      const first = tokens[next];
      if (!first) break;
      let name = first.text;
      places.push(next++);
      while (tokens[next]?.text === '.') {
        places.push(next + 1);
        next += 2;
      }
      if (tokens[next]?.text === 'as') {
        name = tokens[next + 1]?.text ?? name;
        places.push(next + 1);
        next += 2;
      }
      names.push(name);
      if (tokens[next]?.text !== ',') break;
      next++;
    }
    found.push({ names, places });
    at = next - 1;
  }
  return found;
}

/** The name in `environ[NAME]`, `environ.get(NAME)` or `getenv(NAME)`, and the value where the code sets one. */
export function variableAt(
  tokens: readonly Token[],
  at: number,
): { name: string; value?: string; sets: boolean } | undefined {
  const [a, b, c, d, e] = [1, 2, 3, 4, 5].map(step => tokens[at + step]);
  if (a?.text === '[' && b?.kind === 'string' && c?.text === ']') {
    const sets = d?.text === '=' && e?.text !== '=';
    const deletes = tokens[at - 1]?.text === 'del' || tokens[at - 3]?.text === 'del';
    return { name: b.text, sets: sets || deletes, value: sets && e?.kind === 'string' ? e.text : undefined };
  }
  if (a?.text === '.' && c?.text === '(' && d?.kind === 'string') {
    const verb = b?.text ?? '';
    const value = tokens[at + 6];
    if (verb === 'setdefault')
      return { name: d.text, sets: true, value: e?.text === ',' && value?.kind === 'string' ? value.text : undefined };
    if (/^(?:get|pop|__contains__)$/.test(verb)) return { name: d.text, sets: verb === 'pop' };
  }
  if (a?.text === '(' && b?.kind === 'string' && /^(?:getenv|unsetenv|putenv)$/.test(tokens[at]!.text))
    return { name: b.text, sets: tokens[at]!.text !== 'getenv', value: d?.kind === 'string' ? d.text : undefined };
  return undefined;
}

const ASKS_VERSION =
  /^\s*import\s+[\w.]+(?:\s+as\s+\w+)?(?:\s*,\s*[\w.]+(?:\s+as\s+\w+)?)*\s*[;\n]\s*print\((?:\s*(?:[\w.]+\.)?(?:__version__|__file__|__path__|VERSION|version|get_version)(?:\(\))?\s*,?|\s*["'][\w :=.-]*["']\s*,)+\)\s*;?\s*$/;
