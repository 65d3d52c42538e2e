import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { CallRequest } from '../../../src/pipeline/call.ts';
import { define, type Info } from '../../../src/tool/define.ts';
import { runs } from '../../support/suite.ts';
import { openGate, type TestGate } from '../../support/worlds/open-gate.ts';

const FILES = 50;
const COUNT = runs(200);
const pathOf = (index: number): string => (index % 2 ? `f${index}.txt` : `d${index % 5}/f${index}.txt`);
const start = Object.fromEntries(
  Array.from({ length: FILES }, (_, index) => [pathOf(index), `file ${index}\nline two\nline three\n`]),
);

function filesOf(root: string, below = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(root, below)).sort()) {
    const path = below ? `${below}/${name}` : name;
    if (statSync(join(root, path)).isDirectory()) Object.assign(found, filesOf(root, path));
    else found[path] = readFileSync(join(root, path), 'utf8');
  }
  return found;
}

/** Answers to compare as well as the files: reads give back what they saw. */
const answersOf = (outcomes: readonly { ok: boolean; value: unknown; error?: { code: string } }[]) =>
  outcomes.map(({ ok, value, error }) =>
    ok ? ((value as { content?: string } | undefined)?.content ?? 'done') : error?.code,
  );

async function sequentially({ gate }: TestGate, calls: readonly CallRequest[]) {
  const outcomes = [];
  for (const call of calls) outcomes.push(await gate.execute(call, { turn: 1 }));
  return outcomes;
}

const call = fc.oneof(
  { weight: 4, arbitrary: fc.nat(FILES - 1).map(index => ({ name: 'read_file', args: { path: pathOf(index) } })) },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.nat(FILES - 1), fc.nat(99)).map(([index, tag]) => ({
      name: 'write_file',
      args: { path: pathOf(index), content: `written ${tag}\nline two\nline three\n`, createDirs: true },
    })),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.nat(FILES - 1), fc.nat(99)).map(([index, tag]) => ({
      name: 'edit_file',
      args: { path: `./${pathOf(index)}`, old_text: 'line two\n', new_text: `line two\nadded ${tag}\n` },
    })),
  },
  { weight: 1, arbitrary: fc.nat(4).map(index => ({ name: 'list_directory', args: { path: `d${index}` } })) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat(FILES - 1), fc.nat(FILES - 1)).map(([from, to]) => ({
      name: 'move_file',
      args: { from: pathOf(from), to: pathOf(to), overwrite: true, createDirs: true },
    })),
  },
  { weight: 1, arbitrary: fc.nat(FILES - 1).map(index => ({ name: 'delete_file', args: { path: pathOf(index) } })) },
);

describe('many calls at once', () => {
  it('many calls at once give the same files and answers as one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 2, maxLength: 40 }), async calls => {
        const options = { approver: () => 'allow_once' as const, store: 'memory' };
        const [parallel, serial] = [await openGate(start, options), await openGate(start, options)];
        const together = await parallel.gate.executeAll(calls, { turn: 1 });
        const alone = await sequentially(serial, calls);
        expect(answersOf(together)).toEqual(answersOf(alone));
        expect(filesOf(parallel.root)).toEqual(filesOf(serial.root));
      }),
      { numRuns: runs(2) },
    );
  });

  it(`${COUNT} of them over 50 files give what one after the other gives`, async () => {
    const [calls] = fc.sample(fc.array(call, { minLength: COUNT, maxLength: COUNT, size: 'max' }), {
      numRuns: 1,
      seed: 42,
    });
    const options = { approver: () => 'allow_once' as const };
    const [parallel, serial] = [await openGate(start, options), await openGate(start, options)];
    const together = await parallel.gate.executeAll(calls!, { turn: 1 });
    const alone = await sequentially(serial, calls!);
    expect(answersOf(together)).toEqual(answersOf(alone));
    expect(filesOf(parallel.root)).toEqual(filesOf(serial.root));
    expect(await parallel.gate.store.calls.list({ limit: 5000 })).toHaveLength(COUNT);
  });

  it('many calls at once come back in the order of the calls, whatever ends first', async () => {
    const wait = define('wait', {
      description: 'Waits.',
      parameters: z.object({ ms: z.number() }),
      effects: () => [],
      execute: async ({ ms }) => {
        await new Promise(resolve => setTimeout(resolve, ms));
        return { output: String(ms) };
      },
    }) as Info;
    const { gate } = await openGate({}, { tools: [wait], store: 'memory' });
    const outcomes = await gate.executeAll([30, 1, 15].map(ms => ({ name: 'wait', args: { ms } })));
    expect(outcomes.map(outcome => outcome.output)).toEqual(['30', '1', '15']);
  });

  it('two edits of one file by unrelated callers are both there', async () => {
    const { gate, read } = await openGate({ 'a.txt': 'one\ntwo\n' });
    const edit = (old: string) =>
      gate.execute({ name: 'edit_file', args: { path: 'a.txt', old_text: old, new_text: old.toUpperCase() } });
    expect((await Promise.all([edit('one'), edit('two')])).every(outcome => outcome.ok)).toBe(true);
    expect(read('a.txt')).toBe('ONE\nTWO\n');
  });

  it('calls that follow each other without a rest are stored on the way, not all at the end', async () => {
    const idle = define('idle', {
      description: 'Does nothing.',
      parameters: z.object({}),
      effects: () => [],
      execute: () => ({ output: '' }),
    }) as Info;
    const { gate, storeFile } = await openGate({}, { tools: [idle] });
    for (let at = 0; at < 3_000; at++) await gate.execute({ name: 'idle', args: {} });
    const other = new DatabaseSync(storeFile, { readOnly: true });
    onTestFinished(() => other.close());
    expect(other.prepare('SELECT 1 AS stored FROM event LIMIT 1').get()).toEqual({ stored: 1 });
  });

  it('many calls are shown as batches', async () => {
    const { gate } = await openGate({ 'a.txt': 'a', 'b.txt': 'b' });
    const calls = [
      { name: 'read_file', args: { path: 'a.txt' } },
      { name: 'write_file', args: { path: './a.txt', content: 'x' } },
      { name: 'read_file', args: { path: 'b.txt' } },
      { name: 'grep', args: { pattern: 'x' } },
    ];
    expect(await gate.groupToolCallsIntoBatches(calls)).toEqual([[calls[0], calls[2]], [calls[1]], [calls[3]]]);
  });
});
