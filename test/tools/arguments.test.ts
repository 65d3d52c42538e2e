import { estimateTokenCount } from 'tokenx';
import { describe, expect, it } from 'vitest';
import { builtIn } from '../cases/arguments/built-in.ts';
import type { Kind } from '../cases/arguments/case.ts';
import { groups } from '../cases/arguments/groups.ts';
import { type Measured, measure, measureCalls, told, toolsOf } from '../cases/arguments/measure.ts';
import { cutOff, cutOffInside, forms } from '../cases/arguments/texts.ts';
import { openGate } from '../support/worlds/open-gate.ts';

/**
 * Repairable by the rules, and refused all the same, with the reason. A refusal costs the model a round; it is never
 * wrong.
 */
const KNOWN: readonly { readonly sent: unknown; readonly why: string }[] = [];

/** The right name is not given besides. */
const MISTYPED = /"(?:lineNumbr|limti)"|^(?!.*"file_path").*"(?:file_pth|fle_path)"/;

const FILES = { 'a.txt': 'alpha\nb\nc\n', 'src/b.ts': 'export {};\n', '5': 'x', ' a.txt ': 'x' };

const of = (measured: readonly Measured[], kind: Kind) => measured.filter(each => each.case.kind === kind);
const isKnown = ({ case: { sent } }: Measured) =>
  KNOWN.some(known => JSON.stringify(known.sent) === JSON.stringify(sent));

function holds(measured: readonly Measured[]): void {
  expect(measured.filter(each => each.verdict === 'wrong').map(told)).toEqual([]);
  const repairable = of(measured, 'repaired');
  const left = repairable.filter(each => each.verdict === 'not repaired');
  expect(left.filter(each => !isKnown(each)).map(told)).toEqual([]);
  expect(left.length).toBeLessThanOrEqual(repairable.length * 0.05);
  expect(of(measured, 'refused').every(each => each.verdict === 'right')).toBe(true);
}

/** What a model reads of a refusal. */
function speaks({ error, tool, case: { sent } }: Measured): void {
  const call = `${tool} ${JSON.stringify(sent)}: ${error?.message}`;
  expect(error?.code, call).toBe('INVALID_ARGUMENTS');
  expect(error?.message, call).toMatch(/nothing was changed/i);
  expect(error?.message, call).toMatch(/^- |The arguments /m);
  expect(estimateTokenCount(error?.message ?? ''), call).toBeLessThan(400);
}

it('nothing runs that was not meant, what can be repaired is, the rest is refused: schemas in every form', async () => {
  const { gate } = await openGate({}, { packs: [], tools: toolsOf(groups) });
  const measured = await measure(gate, groups);
  holds(measured);
  expect(of(measured, 'valid').length).toBeGreaterThan(300);
  expect(of(measured, 'repaired').length).toBeGreaterThan(1000);
  expect(of(measured, 'refused').length).toBeGreaterThan(1200);
  for (const each of of(measured, 'refused')) speaks(each);

  const mistyped = measured.filter(({ case: { sent } }) => MISTYPED.test(JSON.stringify(sent)));
  expect(mistyped.length).toBeGreaterThan(5);
  for (const { error } of mistyped) expect(error?.message).toMatch(/did you mean (?:file_path|lineNumber|limit)\?/);
});

it('arguments that are cut off anywhere never run', async () => {
  const cut = [cutOff, cutOffInside];
  const { gate } = await openGate({}, { packs: [], tools: toolsOf(cut) });
  const measured = await measure(gate, cut);
  expect(measured.length).toBeGreaterThan(2000);
  holds(measured);
});

describe('the built-in tools, by all of their names', () => {
  it('nothing runs that was not meant, what can be repaired is, the rest is refused', async () => {
    const { gate } = await openGate(FILES);
    await gate.execute({ name: 'write_file', args: { path: 'changed.txt', content: 'x' } });
    const measured = await measureCalls(gate, builtIn);
    holds(measured);
    expect(of(measured, 'repaired').length).toBeGreaterThan(900);
    expect(of(measured, 'refused').length).toBeGreaterThan(300);
    const itself = /There is no tool named|cannot call itself/;
    for (const each of of(measured, 'refused')) if (!itself.test(each.error?.message ?? '')) speaks(each);
  });

  it('content arrives on the disk as it was meant, in whatever form it was sent', async () => {
    const { gate, read } = await openGate();
    const contents = [
      'true',
      '[1]',
      '  x  ',
      '{"path":"b"}',
      'null',
      '',
      '\ufeffa\r\nb',
      'a\\nb',
      'it\'s "5"\n',
      '\u{1f600}',
    ];
    let n = 0;
    for (const content of contents) {
      for (const make of [JSON.stringify, ...forms({}).keys()]) {
        const path = `${n++}.txt`;
        const args = { path, content };
        const sent = typeof make === 'number' ? forms(args)[make] : make(args);
        const outcome = await gate.execute({ name: 'write_file', args: sent });
        expect(outcome.error?.message).toBeUndefined();
        expect(read(path)).toBe(content);
      }
    }
  });

  it('half a call leaves nothing behind', async () => {
    const { gate, exists } = await openGate();
    const text = JSON.stringify({ path: 'half.sh', content: 'rm -rf build\nrm -rf build/old\n' });
    for (let length = 0; length < text.length; length++) {
      const outcome = await gate.execute({ name: 'write_file', args: text.slice(0, length) });
      expect(outcome.ok).toBe(false);
    }
    expect(exists('half.sh')).toBe(false);
  });
});

it('a secret is not repeated in a refusal', async () => {
  const { gate } = await openGate();
  for (const args of [
    '{"password": "hunter2',
    '{"path": "a", "api_key": "hunter2"',
    "{'token': 'hunter2', 'x",
    '{"path": "a", "password": "hunter2" "b"}',
    '{"arguments": "{\\"password\\": \\"hunter2',
    { password: 'hunter2' },
    { path: { password: 'hunter2' } },
    { paths: [{ password: 'hunter2' }] },
    { paths: '[{"password": "hunter2"}]' },
    { arguments: '{"password": "hunter2"}' },
    { arguments: '{"password": "hunter2' },
    { path: 'postgres://user:hunter2@host/db', unknown: 1 },
  ]) {
    const outcome = await gate.execute({ name: 'read_file', args });
    expect(outcome.ok).toBe(false);
    expect(JSON.stringify(outcome)).not.toContain('hunter2');
  }
});
