import { chmodSync, cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../../support/suite.ts';
import { treeOf } from '../../support/tree.ts';
import {
  type LayeredShell,
  type LayerWorld,
  openLayerSandbox,
  openLayers,
} from '../../support/workspace/open-layers.ts';

type Tree = Readonly<Record<string, string>>;

/** What anybody does to files: a person on the disk, a job on its layer. */
type Deed =
  | { readonly do: 'write' | 'append' | 'replace' | 'remove' | 'folder' | 'link'; readonly path: string }
  | { readonly do: 'move'; readonly path: string; readonly to: string }
  | { readonly do: 'mode'; readonly path: string; readonly mode: string };

type Step =
  | { readonly by: 'person'; readonly deed: Deed }
  | { readonly by: number; readonly deed: Deed }
  /** A job begins, if it does not run; it ends, and is written; one that runs turn by turn begins the next one. */
  | { readonly by: number; readonly deed: 'begin' | 'end' }
  /** A person takes back what was written last. */
  | { readonly by: 'person'; readonly deed: 'undo' };

const PATHS = ['a', 'b', 'c', 'd', 'd/a', 'd/b', 'd/e', 'd/e/a', 'f', 'f/a', 'f/b'];
const path = fc.constantFrom(...PATHS);
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('write', 'append', 'replace', 'remove', 'folder'), path }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move'), path, to: path }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('mode'), path, mode: fc.constantFrom('700', '750') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('link'), path }) },
) as fc.Arbitrary<Deed>;
/** The first two are commands, the others are taken turn by turn. */
const job = fc.constantFrom(0, 1, 2, 3);
const isWrap = (by: number): boolean => by > 1;
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ by: fc.constant('person' as const), deed }) },
  { weight: 8, arbitrary: fc.record({ by: job, deed }) },
  { weight: 3, arbitrary: fc.record({ by: job, deed: fc.constant('begin' as const) }) },
  { weight: 2, arbitrary: fc.record({ by: job, deed: fc.constant('end' as const) }) },
  { weight: 1, arbitrary: fc.record({ by: fc.constant('person' as const), deed: fc.constant('undo' as const) }) },
);

let count = 0;
const fresh = (who: string) => `${who} ${++count}`;

/** The deed as a shell does it, which may fail. */
function scriptOf(deed: Deed): string {
  const { path } = deed;
  switch (deed.do) {
    case 'write':
      return `[ -d ${path} ] || echo ${fresh('job')} > ${path}`;
    case 'append':
      return `[ -d ${path} ] || echo ${fresh('job')} >> ${path}`;
    case 'replace':
      return `[ -d ${path} ] || { mkdir -p ${dirname(path)}; echo ${fresh('job')} > ${path}.new; mv -f ${path}.new ${path}; }`;
    case 'remove':
      return `rm -rf ${path}`;
    case 'folder':
      return `mkdir -p ${path}`;
    case 'move':
      return `[ ${path} = ${deed.to} ] || mv -T ${path} ${deed.to}`;
    case 'mode':
      return `chmod ${deed.mode} ${path}`;
    case 'link':
      return `[ -e ${path} ] || ln -s target-${++count} ${path}`;
  }
}

/** Does it below a folder, as a person does; throws as the system does. */
function doBelow(root: string, deed: Deed, content: string): void {
  const at = join(root, deed.path);
  if (deed.do === 'write') writeFileSync(at, content);
  else if (deed.do === 'append') writeFileSync(at, content, { flag: 'a' });
  else if (deed.do === 'replace') {
    const temp = join(root, 'temp');
    writeFileSync(temp, content);
    try {
      renameSync(temp, at);
    } finally {
      rmSync(temp, { force: true });
    }
  } else if (deed.do === 'remove') rmSync(at, { recursive: true });
  else if (deed.do === 'folder') mkdirSync(at);
  else if (deed.do === 'mode') chmodSync(at, Number.parseInt(deed.mode, 8));
  else if (deed.do === 'link') symlinkSync(content, at);
  else if (deed.do === 'move') renameSync(at, join(root, deed.to));
}

const below = (tree: Tree, path: string): string =>
  JSON.stringify(Object.entries(tree).filter(([at]) => at === path || at.startsWith(`${path}/`)));

/** Whether a job has removed a folder whose mode somebody has set: where names of it have come or gone since, too, nothing tells. */
const isGoneFolder = (path: string, { base, before, after }: Readonly<Record<'base' | 'before' | 'after', Tree>>) =>
  after[path] === undefined && [base, before].every(tree => tree[path]?.startsWith('folder ') === true);

/** A job under way, with the files that it stands on: as they were at its beginning, or as it has written them since. */
interface RunningShell {
  readonly shell: LayeredShell;
  readonly base: Tree;
}

class Story {
  readonly #world: LayerWorld;
  /** What the person alone would have. */
  readonly #alone: string;
  readonly #running = new Map<number, RunningShell>();
  readonly #written: string[] = [];
  readonly #wraps = new Map<number, ReturnType<LayerWorld['turns']>>();
  /** The files that those which are taken turn by turn stand on. */
  readonly #bases = new Map<number, Tree>();
  readonly said: string[] = [];

  constructor(world: LayerWorld, alone: string) {
    this.#world = world;
    this.#alone = alone;
  }

  get #tree(): Tree {
    return treeOf(this.#world.root);
  }

  async take(step: Step): Promise<void> {
    this.said.push(JSON.stringify(step));
    if (step.by === 'person') return step.deed === 'undo' ? this.#undo() : this.#person(step.deed);
    if (step.deed === 'begin') return this.#begin(step.by);
    if (step.deed === 'end') return this.#end(step.by);
    await this.#running.get(step.by)?.shell.run(scriptOf(step.deed));
  }

  /** A person has to do with what is theirs alone: what calls have written there is another story. */
  #person(deed: Deed): void {
    const [real, alone] = [this.#tree, treeOf(this.#alone)];
    const paths = [deed.path, ...(deed.do === 'move' ? [deed.to] : [])];
    const isTheirs = (path: string): boolean =>
      below(real, path) === below(alone, path) && (path === '.' || real[dirname(path)] === alone[dirname(path)]);
    if (!paths.every(isTheirs)) return;
    const content = `${fresh('person')}\n`;
    try {
      doBelow(this.#alone, deed, content);
    } catch {
      return;
    }
    doBelow(this.#world.root, deed, content);
  }

  async #begin(by: number): Promise<void> {
    if (this.#running.has(by)) return;
    const base = this.#bases.get(by) ?? this.#tree;
    const wrap = this.#wraps.get(by) ?? (isWrap(by) ? this.#world.turns() : undefined);
    const shell = wrap?.begin() ?? this.#world.shell();
    await shell.run('true');
    if (wrap) {
      this.#wraps.set(by, wrap);
      this.#bases.set(by, base);
    }
    this.#running.set(by, { shell, base });
  }

  async #end(by: number): Promise<void> {
    const running = this.#running.get(by);
    if (!running) return;
    this.#running.delete(by);
    const before = this.#tree;
    const { written, merged, set, error } = await running.shell.commit();
    const after = this.#tree;
    this.said.push(`  ended ${by}: ${JSON.stringify({ written, set: set !== undefined, error })}`);
    if (written.length === 0) {
      expect(after).toEqual(before);
      if (set !== undefined && !isWrap(by)) await this.#allow(set, running.base);
      return;
    }
    this.#written.push(set!);
    for (const path of new Set([...Object.keys(before), ...Object.keys(after)])) {
      // Only what nobody else has touched may be other than before.
      if (after[path] === before[path] || merged.includes(path)) continue;
      if (isGoneFolder(path, { base: running.base, before, after })) continue;
      expect([path, before[path]]).toEqual([path, running.base[path]]);
    }
    if (!isWrap(by)) return;
    const own = Object.fromEntries(written.map(path => [path, after[path]]));
    const base = Object.entries({ ...running.base, ...own }).filter((entry): entry is [string, string] => !!entry[1]);
    this.#bases.set(by, Object.fromEntries(base));
  }

  /** A person has a set written over what others did, all of which is named to them, and takes that back. */
  async #allow(set: string, base: Tree): Promise<void> {
    const before = this.#tree;
    const { plan, pending } = this.#world.workspace;
    const met = await plan.met(set);
    const applied = await pending.apply(set).catch((error: Error) => error.message);
    this.said.push(`  applied over ${JSON.stringify(met)}: ${JSON.stringify(applied)}`);
    if (typeof applied === 'object') {
      const after = this.#tree;
      const paths = Object.keys({ ...before, ...after }).filter(
        path => after[path] !== before[path] && !isGoneFolder(path, { base, before, after }),
      );
      expect(paths.filter(path => before[path] !== base[path] && !met.includes(path))).toEqual([]);
      await this.#world.undo(applied.id);
    }
    expect(this.#tree).toEqual(before);
  }

  async #undo(): Promise<void> {
    const last = this.#written.pop();
    if (last !== undefined) await this.#world.undo(last);
  }

  async close(): Promise<void> {
    for (const by of [...this.#running.keys()]) await this.#end(by);
    while (this.#written.length > 0) await this.#undo();
    expect(this.#tree).toEqual(treeOf(this.#alone));
  }

  async abandon(): Promise<void> {
    for (const { shell } of this.#running.values()) await shell.commit().catch(() => {});
  }
}

let place: Awaited<ReturnType<typeof openLayerSandbox>>;
beforeAll(async () => {
  place = await openLayerSandbox();
});
afterAll(() => place.close());

it('nothing that a person writes or deletes beside jobs is lost or comes back, and once all is undone it is all there is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(job), fc.array(step, { minLength: 4, maxLength: 24 }), async (first, steps) => {
      const world = await openLayers(place.sandbox);
      const alone = mkdtempSync(join(tmpdir(), 'toolgate-alone-'));
      const story = new Story(world, alone);
      try {
        for (const path of ['a', 'b', 'd/a', 'd/b', 'd/e/a', 'f/a']) {
          mkdirSync(join(alone, dirname(path)), { recursive: true });
          writeFileSync(join(alone, path), `${path}\n`);
        }
        cpSync(alone, world.root, { recursive: true });
        for (const by of first) await story.take({ by, deed: 'begin' });
        for (const each of steps) await story.take(each);
        await story.close();
      } catch (error) {
        await story.abandon();
        throw new Error(`${story.said.join('\n')}\n${error instanceof Error ? error.stack : error}`);
      } finally {
        await world.close();
        rmSync(alone, { recursive: true });
      }
    }),
    { numRuns: runs(20) },
  );
});
