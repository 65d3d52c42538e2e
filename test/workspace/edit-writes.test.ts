import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openGate } from '../support/worlds/open-gate.ts';

/** The bytes that this process has written so far, as the kernel counts them. */
const written = (): number => Number(/^wchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);

it('an edit of one line in a file of a megabyte writes that file once, and little besides', async () => {
  const lines = Array.from({ length: 24_000 }, (_, index) => `  const value${index} = compute(${index}, "some text");`);
  const text = `${lines.join('\n')}\n`;
  expect(text.length).toBeGreaterThan(1 << 20);
  const { gate } = await openGate({ 'large.js': text });
  const costs: number[] = [];
  for (let round = 0; round < 5; round++) {
    const [old_text, new_text] = [round, round + 1].map(mark => `compute(9000, "${'x'.repeat(mark)}some`);
    const before = written();
    const edited = await gate.execute({ name: 'edit_file', args: { path: 'large.js', old_text, new_text } });
    costs.push(written() - before);
    expect(edited.error).toBeUndefined();
  }
  expect(costs.toSorted((a, b) => a - b)[2]).toBeLessThan(text.length * 1.5);
});
