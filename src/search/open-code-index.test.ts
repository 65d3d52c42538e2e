import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import { describe, expect, it, onTestFinished } from 'vitest';
import { programPath } from '../../test/support/program-path.ts';
import { runs } from '../../test/support/suite.ts';
import { removeTree } from '../system/remove-tree.ts';
import { createWriterLock } from '../system/writer-lock.ts';
import { walk } from './files/walk.ts';
import { type CodeIndexOptions, openCodeIndex } from './open-code-index.ts';
import type { CodeIndex } from './port.ts';

function makeTree(files: Record<string, string | Uint8Array>) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-index-')));
  onTestFinished(() => removeTree(base));
  const root = join(base, 'tree');
  mkdirSync(root);
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  return { base, root, folder: join(base, 'state', 'search'), write };
}

async function open(options: CodeIndexOptions): Promise<CodeIndex> {
  const index = await openCodeIndex(options);
  onTestFinished(() => index.close());
  return index;
}

const namesFor = async (index: CodeIndex, text: string): Promise<(string | undefined)[]> => {
  await index.settled();
  const { hits } = await index.search({ text, limit: 10 });
  return hits.map(hit => hit.symbol);
};

const many = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`d${n % 20}/f${n}.ts`, `export function thing${n}() { return ${n}; }\n`]),
  );

describe('the index of the code', () => {
  it('the code index is there again in the next process, and throws a damaged or foreign database away', async () => {
    const { root, folder } = makeTree({ 'a.ts': 'export function firstThing() {}\n' });
    const before = await open({ root, folder });
    expect(await namesFor(before, 'firstThing')).toContain('firstThing');
    await before.close();
    const file = join(folder, 'code.db');
    const damages = [
      () => writeFileSync(file, 'not a database at all, just some text that is long enough to be read'.repeat(50)),
      () => truncateSync(file, 5_000),
      () => writeFileSync(file, ''),
      () => {
        const bytes = readFileSync(file);
        bytes.fill(0xab, 4_096, Math.min(bytes.length, 60_000));
        writeFileSync(file, bytes);
      },
    ];
    for (const damage of damages) {
      damage();
      const after = await open({ root, folder });
      expect(await namesFor(after, 'firstThing')).toContain('firstThing');
      await after.close();
    }
  });

  it('the code index takes many files in by several threads, in the order of the walk, and later ones when they have rested', async () => {
    const { root, folder, write } = makeTree(many(1_200));
    const index = await open({ root, folder });
    await index.settled();
    write('late.ts', 'export function lateThing() {}\n');
    expect(await namesFor(index, 'lateThing')).toContain('lateThing');
    await index.close();
    const { files } = await walk(root);
    const sql = new DatabaseSync(join(folder, 'code.db'), { readOnly: true, timeout: 5_000 });
    const paths = sql.prepare('select path from files order by id').all();
    sql.close();
    expect(paths.map(({ path }) => path)).toEqual([...files.filter(path => path !== 'late.ts'), 'late.ts']);
  });

  it('the code index is finished by a process of its own where it is closed while it is being built', async () => {
    const { root, folder } = makeTree(many(1_500));
    const index = await openCodeIndex({ root, folder, finish: true });
    await index.progress();
    void index.settled().catch(() => {});
    while ((await index.progress()) === 1) await sleep(1);
    await index.close();
    const count = () => {
      const sql = new DatabaseSync(join(folder, 'code.db'), { readOnly: true, timeout: 5_000 });
      try {
        return sql.prepare('select count(*) as n from files').get()?.n;
      } finally {
        sql.close();
      }
    };
    expect(count()).toBeLessThan(1_500);
    while (count() !== 1_500) await sleep(50);
    // The process has ended, or is about to: only it holds the lock.
    const lock = createWriterLock(folder);
    while (!lock.take()) await sleep(50);
    lock.give();
  });

  it('the code index goes on after a kill at any instant', async () => {
    const { root, folder } = makeTree(many(300));
    const child = programPath('code-index');
    for (let round = 0; round < runs(1); round++) {
      const process_ = spawn(process.execPath, [child, root, folder], { stdio: 'ignore' });
      const gone = once(process_, 'exit');
      await sleep(100 + Math.random() * 500);
      process_.kill('SIGKILL');
      await gone;
    }
    const index = await open({ root, folder });
    expect(await namesFor(index, 'thing299')).toContain('thing299');
    expect(await namesFor(index, 'thing0')).toContain('thing0');
  });

  it('the code index serves two at a time on one folder', async () => {
    const { root, folder, write } = makeTree(many(200));
    const [one, two] = await Promise.all([open({ root, folder }), open({ root, folder })]);
    await Promise.all([one.settled(), two.settled()]);
    expect(await namesFor(one, 'thing7')).toContain('thing7');
    expect(await namesFor(two, 'thing7')).toContain('thing7');
    write('d1/new.ts', 'export class AddedLater {}\n');
    expect(await namesFor(two, 'AddedLater')).toContain('AddedLater');
    expect(await namesFor(one, 'AddedLater')).toContain('AddedLater');
  });

  it('the code index is kept in memory where nothing can be written', async () => {
    const { base, root } = makeTree({ 'a.ts': 'export function firstThing() {}\n' });
    const file = join(base, 'file');
    writeFileSync(file, '');
    const index = await open({ root, folder: join(file, 'search') });
    expect(await namesFor(index, 'firstThing')).toContain('firstThing');
    expect(existsSync(join(file, 'search'))).toBe(false);
  });

  it('the code index goes on in memory when the disk is full', async () => {
    const { root, folder } = makeTree(many(300));
    const child = programPath('code-index');
    // No file may grow beyond 100 kB, and whoever tries is told instead of killed.
    const limited = `trap '' XFSZ; ulimit -f 200; exec "$@"`;
    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      limited,
      'sh',
      process.execPath,
      child,
      root,
      folder,
      'thing7',
    ]);
    const { symbols, state } = JSON.parse(stdout);
    expect(symbols).toContain('thing7');
    expect(state).toMatchObject({ building: false, stale: [], full: false });
  });

  it('the code index takes in as many files as it may, and says that there are more', async () => {
    const { root, folder } = makeTree(many(40));
    const index = await open({ root, folder, maxFiles: 20 });
    await index.settled();
    const { hits, state } = await index.search({ text: 'thing', limit: 50 });
    expect(state).toMatchObject({ building: false, full: true });
    expect(hits.length).toBeGreaterThan(10);
  });

  it('the code index serves real processes at a time', async () => {
    const { root, folder } = makeTree(many(150));
    const child = programPath('code-index');
    const ask = (name: string) => promisify(execFile)(process.execPath, [child, root, folder, name]);
    const answers = await Promise.all(['thing1', 'thing77', 'thing149'].map(ask));
    const found = answers.map(({ stdout }) => JSON.parse(stdout).symbols[0]);
    expect(found).toEqual(['thing1', 'thing77', 'thing149']);
  });

  it('the code index finds files by their path, members by their class, and words of scripts without spaces', async () => {
    const { root, folder } = makeTree({
      'src/foo/bar.ts': 'export class Store { load() {} }\nexport class Other { load() {} }\n',
      'src/foo/far.ts': 'export const barFoo = 1;\n',
      'src/save.ts': '/** \u5229\u7528\u8005\u3092\u4fdd\u5b58\u3059\u308b */\nexport function keep() {}\n',
      'lib/shapes.py': 'def copytree(src, dst):\n    pass\n',
    });
    const index = await open({ root, folder });
    await index.settled();
    const first = async (text: string) => (await index.search({ text, limit: 1 })).hits[0];
    expect(await first('src/foo/bar.ts')).toMatchObject({ path: 'src/foo/bar.ts', kind: 'file' });
    expect(await first('./foo/far.ts')).toMatchObject({ path: 'src/foo/far.ts', kind: 'file' });
    expect(await first('Other.load')).toMatchObject({ symbol: 'load', container: 'Other' });
    expect(await first('\u4fdd\u5b58\u3059\u308b')).toMatchObject({ symbol: 'keep' });
    expect(await first('copy a whole tree')).toMatchObject({ symbol: 'copytree' });
    for (const nothing of ['', '   ', '?!', 'x'.repeat(10_000)]) expect(await first(nothing)).toBeUndefined();
  });

  it('the code index takes what documents and titles of tests say for words about what they name', async () => {
    const { root, folder } = makeTree({
      'docs/api.md': '# Api\n\n### `Reply.hijack()`\n\nHalts the normal lifecycle, so that you answer by hand.\n',
      'src/reply.js': 'class Reply {\n  hijack() { this.taken = true }\n  halt() {}\n}\nfunction lifecycle() {}\n',
      'src/price.js': 'export function roundHalfEven(n) { return n }\nexport function price() {}\n',
      'test/price.test.js': "test('cents of a banker never drift', () => {\n  expect(roundHalfEven(2.5)).toBe(2)\n})\n",
    });
    const index = await open({ root, folder });
    await index.settled();
    const firstThree = async (text: string) =>
      (await index.search({ text, limit: 3 })).hits.filter(hit => hit.kind !== 'section').map(hit => hit.symbol);
    expect(await firstThree('halts the normal lifecycle to answer by hand')).toContain('hijack');
    expect(await firstThree('cents of a banker should not drift')).toContain('roundHalfEven');
  });

  it('the code index follows changes where folders are watched', async () => {
    const { root, folder, write } = makeTree(many(60));
    const index = await open({ root, folder, watchAbove: 0 });
    await index.settled();
    await index.search({ text: 'thing1', limit: 1 });
    write('d3/f3.ts', 'export function changedInPlace() {}\n');
    write('deep/er/new.ts', 'export function inNewFolder() {}\n');
    expect(await namesFor(index, 'changedInPlace')).toContain('changedInPlace');
    expect(await namesFor(index, 'inNewFolder')).toContain('inNewFolder');
    write('deep/er/more.ts', 'export function besideIt() {}\n');
    write('.gitignore', 'deep/er/new.ts\n');
    expect(await namesFor(index, 'besideIt')).toContain('besideIt');
    expect(await namesFor(index, 'inNewFolder')).not.toContain('inNewFolder');
  });

  it('the code index is neither stopped nor held up by hostile files', async () => {
    const { root, folder } = makeTree({
      'long.js': `var a = "${'x'.repeat(900_000)}";\n`,
      'deep.js': `${'['.repeat(100_000)}${']'.repeat(100_000)}\n`,
      'deep.ts': `${'function f() {'.repeat(5_000)}${'}'.repeat(5_000)}\n`,
      'deep.py': `${'('.repeat(50_000)}\n`,
      'broken.ts': Uint8Array.from([0xff, 0xfe, 0x80, 0x20, 0x66, 0x75, 0x6e, 0x63]),
      'nul.c': 'int a;\0\0\0',
      'stars.ts': `/*${'*'.repeat(200_000)}\nexport function x() {}\n`,
      'names.ts': Array.from({ length: 20_000 }, (_, n) => `const a${n} = 1;`).join('\n'),
      'huge.ts': 'x'.repeat(3_000_000),
      'new\nline.ts': 'export function inOddFile() {}\n',
      'good.ts': 'export function goodThing() {}\n',
      '.gitignore': `${'*a'.repeat(100)}\n${'['.repeat(1000)}\n\\\n!\n`,
    });
    const index = await open({ root, folder });
    expect(await namesFor(index, 'goodThing')).toContain('goodThing');
    const { hits } = await index.search({ text: 'inOddFile', limit: 10 });
    expect(hits.filter(({ path }) => path.includes('\n'))).toEqual([]);
  });

  it('the code index cannot read what is closed, and does not try for ever', async () => {
    const { root, folder } = makeTree({ 'a.ts': 'export function firstThing() {}\n', 'b.ts': 'export const b = 1;\n' });
    chmodSync(join(root, 'b.ts'), 0);
    const index = await open({ root, folder });
    await index.settled();
    const { state } = await index.search({ text: 'firstThing', limit: 1 });
    expect(state).toMatchObject({ building: false, stale: [] });
  });

  it('the code index ranks by meaning too, and does without a model that fails', async () => {
    const { root, folder } = makeTree({
      'cars.ts': '/** Starts the automobile. */\nexport function ignite() {}\n',
      'food.ts': '/** Cooks a meal. */\nexport function boil() {}\n',
      'secret.ts': 'export function hiddenEngine() {}\n',
    });
    const seen: string[] = [];
    const model = {
      specificationVersion: 'v4',
      provider: 'scripted',
      modelId: 'two',
      maxEmbeddingsPerCall: 2,
      supportsParallelCalls: false,
      doEmbed: async ({ values }: { values: string[] }) => {
        seen.push(...values);
        return { embeddings: values.map(text => (/vehicle|automobile/.test(text) ? [1, 0] : [0, 1])), warnings: [] };
      },
    } as unknown as EmbeddingModelV4;
    const index = await open({ root, folder, embedding: async () => model });
    const ask = () => index.search({ text: 'vehicle', limit: 5, hidden: ['secret.ts'] });
    let answer = await ask();
    while (answer.hits[0]?.symbol !== 'ignite') answer = await ask();
    expect(answer.state.meaning).toBe(true);
    expect(seen.join('\n')).not.toContain('hiddenEngine');
    const failing = { ...model, doEmbed: async () => Promise.reject(new Error('no')) } as EmbeddingModelV4;
    const without = await open({ root, folder: `${folder}2`, embedding: async () => failing });
    expect(await namesFor(without, 'ignite')).toContain('ignite');
  });
});
