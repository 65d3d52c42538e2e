import { expect, it } from 'vitest';
import { createProgram } from './program.ts';

const namesFor = (word?: string): readonly string[] =>
  createProgram({ version: '0', exit: () => {}, word }).commands.map(command => command.name());

it('every command is there when it is the first word, in the order of all of them, and few others', () => {
  const all = namesFor();
  for (const name of all) {
    const some = namesFor(name);
    expect(some).toContain(name);
    expect(some).toEqual(all.filter(each => some.includes(each)));
  }
  expect(namesFor('exec')).toEqual(['exec', 'run', 'explain', 'tools', 'complete', 'help']);
});

it.each(['help', 'complete', '--json', 'exce'])('%s brings all commands', word => {
  expect(namesFor(word)).toEqual(namesFor());
});
