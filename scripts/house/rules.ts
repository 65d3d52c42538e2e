import { posix } from 'node:path';
import { type Door, EMPTY_WORDS, WORLD_DOORS, WORLD_MODULES } from './doors.ts';
import { type Import, importsOf } from './imports-of.ts';
import { type NameOptions, nameViolations } from './name-rules.ts';
import { folderViolations, sizeViolations } from './size-rules.ts';
import { spreadViolations } from './spread-rules.ts';
import { isTest, type Tree } from './tree.ts';

export interface HouseOptions extends NameOptions {
  readonly doors: Readonly<Record<string, Door>>;
}

/** All that breaks the rules of the house, one line each. Tests and what serves them (`test-*.ts`) may look anywhere. */
export function houseViolations(tree: Tree, options: HouseOptions): string[] {
  const { doors } = options;
  const violations: string[] = [];
  const graph = new Map<string, string[]>();
  for (const [path, text] of [...tree].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const say = (what: string) => violations.push(`src/${path}: ${what}`);
    if (EMPTY_WORDS.test(path)) say('a name that says nothing (utils, helpers, manager, misc)');
    if (/^\s*export\s+default\b/m.test(text)) say('a default export');
    if (/^\s*export\s+\*\s+from\b/m.test(text)) say('`export *` without a name');
    const imports = importsOf(path, text);
    for (const { specifier } of imports) {
      if (isRelative(specifier) && !/\.(?:ts|json)$/.test(specifier)) say(`"${specifier}" lacks its extension`);
    }
    if (isTest(path)) continue;
    for (const problem of doorProblems(path, imports, doors)) say(problem);
    graph.set(
      path,
      imports.map(({ specifier }) => targetOf(path, specifier)).filter(to => to !== undefined),
    );
  }
  const own = new Map([...tree].filter(([path]) => !isTest(path)));
  return [
    ...violations,
    ...sizeViolations(tree),
    ...folderViolations([...[...tree.keys()].map(path => `src/${path}`), ...options.users.keys()]),
    ...spreadViolations(tree),
    ...nameViolations(own, { ...options, users: new Map([...options.users, ...testsOf(tree)]) }),
    ...cycles(graph).map(cycle => `import cycle: ${cycle.map(path => `src/${path}`).join(' → ')}`),
  ];
}

function* doorProblems(path: string, imports: readonly Import[], doors: Readonly<Record<string, Door>>) {
  const room = roomOf(path);
  const door = Object.hasOwn(doors, room) ? doors[room] : undefined;
  if (!door) yield `the room "${room}" is not in the table of doors`;
  for (const { specifier, typeOnly } of imports) {
    const module = specifier.replace(/^node:/, '');
    if (WORLD_MODULES.has(module) && !typeOnly && !WORLD_DOORS[room]?.includes(module)) {
      yield `imports ${specifier}, which only ${roomsWith(module)} may`;
    }
    const target = targetOf(path, specifier);
    if (target === undefined || !door) continue;
    if (isTest(target)) yield `imports ${target}, which is for tests`;
    const other = roomOf(target);
    if (other === room || door.to.includes(other)) continue;
    if (!door.types?.includes(other)) yield `imports ${target}: no door from ${room} to ${other}`;
    else if (!typeOnly) yield `imports ${target}: the door from ${room} to ${other} is for types alone`;
  }
}

const isRelative = (specifier: string): boolean => /^\.{1,2}\//.test(specifier);

/** Tests below `src/`, with paths from the root. */
const testsOf = (tree: Tree) =>
  [...tree].filter(([path]) => isTest(path)).map(([path, text]) => [`src/${path}`, text] as const);

function roomOf(path: string): string {
  const slash = path.indexOf('/');
  return slash < 0 ? '(root)' : path.slice(0, slash);
}

const roomsWith = (module: string): string =>
  Object.entries(WORLD_DOORS)
    .filter(([, modules]) => modules.includes(module))
    .map(([room]) => room)
    .join(', ');

/** Undefined for packages and for what lies outside `src/`. */
function targetOf(from: string, specifier: string): string | undefined {
  if (!isRelative(specifier)) return undefined;
  const target = posix.normalize(posix.join(posix.dirname(from), specifier));
  return target.startsWith('../') ? undefined : target;
}

/** One cycle for each group of files that reach each other. */
function cycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]) => {
    const at = trail.indexOf(file);
    if (at >= 0) {
      found.push([...trail.slice(at), file]);
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}
