import { expect, it } from 'vitest';
import { JobOutput } from './job-output.ts';

const listened = (output: JobOutput) => {
  const told: string[] = [];
  output.listen((text, stream) => told.push(`${stream}: ${text}`));
  return told;
};

it('tells listeners whole lines, each stream apart, and what is left at the end', () => {
  const output = new JobOutput(text => text.replace('secret', '[hidden]'));
  output.add(Buffer.from('a sec'), 'stdout');
  const told = listened(output);
  output.add(Buffer.from('oops\n'), 'stderr');
  output.add(Buffer.from('ret\nrest'), 'stdout');
  expect(told).toEqual(['stderr: oops\n', 'stdout: a [hidden]\n']);
  output.end();
  expect(told.at(-1)).toBe('stdout: rest');
  expect(listened(output)).toEqual(told);
});

it('tells a listener that comes late nothing of a line whose beginning is lost', () => {
  const output = new JobOutput(text => text);
  output.add(Buffer.from('x'.repeat(70_000)), 'stdout');
  output.add(Buffer.from('y'.repeat(70_000)), 'stdout');
  const told = listened(output);
  output.add(Buffer.from('end of it\nnext\n'), 'stdout');
  expect(told.join('')).toBe('stdout: next\n');
});
