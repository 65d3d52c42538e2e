import { describe, expect, test } from 'vitest';
import { corpusFiles, readCorpus, WHERE } from '../../test/cases/shell/read-corpus.ts';
import { understandCommand } from './understand-command.ts';

describe.each(corpusFiles())('%s', name => {
  test.each(['safe', 'moderate', 'dangerous'] as const)('every command listed as %s has that class', danger => {
    const wrong = readCorpus(name)
      .filter(one => one.danger === danger)
      .map(({ command }) => ({ command, found: understandCommand(command, WHERE) }))
      .filter(({ found }) => found.danger !== danger)
      .map(({ command, found }) => `${found.danger}: ${command} (${found.reasons[0]?.text ?? 'no reason'})`);
    expect(wrong).toEqual([]);
  });
});

test('the corpus is large enough to tell something', () => {
  const all = corpusFiles().flatMap(readCorpus);
  expect(all.length).toBeGreaterThan(2_000);
});

test('whatever is not safe has a reason, and every command is named', () => {
  for (const { command } of corpusFiles().flatMap(readCorpus)) {
    const { danger, reasons } = understandCommand(command, WHERE);
    if (danger === 'safe') expect(reasons, command).toEqual([]);
    else expect(reasons[0]?.danger, command).toBe(danger);
  }
});

/** Words that no honest command needs which nobody can see through. */
const HARM =
  /\brm\b.*-\w*r|\bsudo\b|\bgit push|base64|\bcurl\b|\bwget\b|\bmkfs|\bdd\b|\/dev\/sd|\.ssh|shutdown|\beval\b|fork/;

test('of thousands of dangerous commands a few dozen are left to a rehearsal, and none that harms by its words', () => {
  const dangerous = corpusFiles()
    .flatMap(readCorpus)
    .filter(({ danger }) => danger === 'dangerous');
  const unseen = dangerous
    .filter(({ command }) => understandCommand(command, WHERE).unseen)
    .map(({ command }) => command);
  expect(unseen.length).toBeLessThan(60);
  expect(unseen.filter(command => HARM.test(command))).toEqual([]);
});

test.each([
  "python3 -c \"import subprocess; subprocess.run(['git', 'status'])\"",
  'gcc a.c -o /tmp/a.out && /tmp/a.out',
  'gdb -batch -ex run -ex bt ./a.out',
  'rm "$file"',
])('%s is dangerous for nothing but what it does not show', command => {
  expect(understandCommand(command, WHERE)).toMatchObject({ danger: 'dangerous', unseen: true });
});

test.each([
  "python3 -c \"import subprocess; subprocess.run(['rm', '-rf', '/'])\"",
  'python3 -c "import os; os.system(\'git push --force\')"',
  "node -e \"require('child_process').execSync('sudo reboot')\"",
  'python3 -c "import subprocess; subprocess.run([\'ls\'])"; git push',
  '/tmp/a.out',
  'rm -rf "$dir"',
  "gdb -ex 'shell id' a",
])('%s is dangerous for what can be read in it', command => {
  expect(understandCommand(command, WHERE)).toMatchObject({ danger: 'dangerous', unseen: false });
});

test('what code would run is judged apart: a command after it is judged all the same', () => {
  const { effects } = understandCommand('python3 -c "import os; os.system(\'touch a\')"; touch a', WHERE);
  expect(effects).toContainEqual({ kind: 'write', resource: `${WHERE.root}/a` });
});
