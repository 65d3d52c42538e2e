/**
 * How good and how fast search_code is: `node bench/search-code.ts questions` asks what people would ask of real code,
 * `node bench/search-code.ts tree [FILES]` builds an index of a large tree and measures answers meanwhile and after,
 * `node bench/search-code.ts memory ROOT` builds the index of a tree and prints the most bytes that it had in memory.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCodeIndex } from '../src/search/open-code-index.ts';
import type { CodeIndex } from '../src/search/port.ts';
import { makeCodeTree } from './tree.ts';

const here = fileURLToPath(new URL('..', import.meta.url));

interface Question {
  readonly ask: string;
  /** One of these should be among the first three. */
  readonly names: readonly string[];
}

interface List {
  readonly source: string;
  readonly questions: readonly Question[];
}

/** A question is an object that also says where in the documents it is from, or the question and then the names. */
function readList(name: string): List {
  const { source, questions } = JSON.parse(
    readFileSync(new URL(`./search-questions/${name}`, import.meta.url), 'utf8'),
  );
  const toQuestion = (one: Question | readonly [string, ...string[]]): Question =>
    'ask' in one ? one : { ask: one[0], names: one.slice(1) };
  return { source, questions: questions.map(toQuestion) };
}

const run = (program: string, args: readonly string[], cwd?: string): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], cwd }).trim();

/** `python` is its library, `go:` a folder of Go's, `npm:` a package as it is published, all else a folder here. */
function sourceOf({ source }: List): string {
  if (source === 'python') return run('python3', ['-c', 'import sysconfig; print(sysconfig.get_paths()["stdlib"])']);
  if (source.startsWith('go:')) return join(run('go', ['env', 'GOROOT']), 'src', source.slice(3));
  if (!source.startsWith('npm:')) return join(here, source);
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-bench-package-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  run('tar', ['xzf', run('npm', ['pack', '--silent', source.slice(4)], folder)], folder);
  return join(folder, 'package');
}

async function withIndex<T>(root: string, work: (index: CodeIndex) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-bench-search-'));
  const index = await openCodeIndex({ root: realpathSync(root), folder });
  try {
    return await work(index);
  } finally {
    await index.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function askAll(index: CodeIndex, list: List, loud: boolean): Promise<number> {
  let right = 0;
  for (const { ask, names } of list.questions) {
    const { hits } = await index.search({ text: ask, limit: 5 });
    // The heading of a document is no symbol, even where it is the name of one.
    const symbols = hits.slice(0, 3).filter(hit => hit.kind !== 'section');
    if (symbols.some(hit => hit.symbol !== undefined && names.includes(hit.symbol))) right++;
    else if (loud)
      console.log(`  ${ask} (${names[0]}): ${hits.map(hit => `${hit.symbol ?? hit.kind} ${hit.score}`).join(', ')}`);
  }
  return right;
}

async function questions(): Promise<void> {
  for (const name of readdirSync(new URL('./search-questions/', import.meta.url)).sort()) {
    const list = readList(name);
    let source: string;
    try {
      source = sourceOf(list);
    } catch {
      console.log(`${name}: ${list.source} is not there`);
      continue;
    }
    await withIndex(source, async index => {
      await index.settled();
      const right = await askAll(index, list, process.argv.includes('-v'));
      console.log(`${name}: ${right} of ${list.questions.length} among the first three`);
    });
  }
}

const quantile = (times: number[], part: number): string =>
  times.sort((a, b) => a - b)[Math.floor(times.length * part)]!.toFixed(1);

async function tree(files: number): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'toolgate-bench-tree-'));
  makeCodeTree(root, files);
  const asked = readList('ai.json').questions.map(({ ask }) => ask);
  try {
    await withIndex(root, async index => {
      const began = performance.now();
      const spentBefore = process.cpuUsage();
      const lags: number[] = [];
      let last = performance.now();
      const beat = setInterval(() => {
        lags.push(performance.now() - last - 5);
        last = performance.now();
      }, 5);
      const first = await index.search({ text: asked[0]!, limit: 10 });
      console.log(
        `first answer after ${Math.round(performance.now() - began)} ms, ${Math.round(first.state.progress * 100)} % built`,
      );
      await index.settled();
      clearInterval(beat);
      const spent = process.cpuUsage(spentBefore);
      console.log(
        `built in ${((performance.now() - began) / 1000).toFixed(1)} s (${((spent.user + spent.system) / 1e6).toFixed(1)} s of processor); event loop late by p50 ${quantile(lags, 0.5)} p99 ${quantile(lags, 0.99)} max ${quantile(lags, 0.9999)} ms`,
      );
      for (const round of ['first', 'second']) {
        const times: number[] = [];
        const before = process.cpuUsage();
        for (const text of asked) {
          const start = performance.now();
          await index.search({ text, limit: 10 });
          times.push(performance.now() - start);
        }
        const { user, system } = process.cpuUsage(before);
        const cpu = ((user + system) / 1000 / asked.length).toFixed(1);
        console.log(
          `${round} time asked: p50 ${quantile(times, 0.5)} p95 ${quantile(times, 0.95)} ms; ${cpu} ms of processor each`,
        );
      }
      console.log(`resident ${Math.round(process.memoryUsage.rss() / 1e6)} MB`);
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** The most bytes that this process has had in memory, once an index is built. */
async function memory(root: string): Promise<void> {
  await withIndex(root, index => index.settled());
  console.log(process.resourceUsage().maxRSS * 1024);
}

if (process.argv[2] === 'memory') await memory(process.argv[3]!);
else if (process.argv[2] === 'tree') await tree(Number(process.argv[3] ?? 20_000));
else await questions();
