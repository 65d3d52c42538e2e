import type { Token } from './tokens.ts';

/** Names that tell about a module and run no code of it. */
const TOLD = /^(?:__version__|__file__|__path__|__name__|__doc__|VERSION|version|version_info)$/;
/** Modules that do something by being loaded. */
const ACTS_WHEN_LOADED = /^(?:antigravity|this|pip|ensurepip|idlelib|turtle|code|pdb)$/;

/** The places of names in statements that only load a Python module, of which nothing is used but its version. */
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
