import { expect, test } from 'vitest';
import { compileCommandPattern } from '../../src/policy/patterns/command-pattern.ts';
import { commandFamily } from '../../src/policy/rules/command-family.ts';
import { understandCommand } from '../../src/shell/understand-command.ts';
import { corpusFiles, readCorpus, WHERE } from '../cases/shell/read-corpus.ts';

const corpus = corpusFiles().flatMap(readCorpus);
/** Texts that rules are asked about, a command with the variables that steer it included. */
function simpleCommands(command: string): readonly string[] {
  const { effects, commands } = understandCommand(command, WHERE);
  if (effects === 'everything') return commands.map(({ text }) => text);
  return effects.filter(({ kind }) => kind === 'execute').map(({ resource }) => resource);
}

/** Whether a command stays inside: what it touches outside is asked about on its own, whatever a rule says. */
function staysInside(command: string): boolean {
  const { effects } = understandCommand(command, WHERE);
  return (
    effects === 'everything' ||
    effects.every(({ kind, resource }) => kind === 'execute' || kind === 'network' || resource.startsWith(WHERE.root))
  );
}

test('what "always" proposes holds for the command it is proposed for', () => {
  for (const { command } of corpus.filter(({ danger }) => danger === 'moderate')) {
    for (const text of simpleCommands(command)) {
      const pattern = commandFamily(text);
      expect(compileCommandPattern(pattern).admits(text), `${pattern} for ${text}`).toBe(true);
    }
  }
});

test('what "always" proposes holds for no dangerous command', () => {
  const wide = new Set<string>();
  for (const { command } of corpus.filter(({ danger }) => danger === 'moderate')) {
    for (const text of simpleCommands(command)) {
      const pattern = commandFamily(text);
      if (pattern.endsWith(' *')) wide.add(pattern);
    }
  }
  expect(wide.size).toBeGreaterThan(30);
  const patterns = [...wide].map(pattern => ({ pattern, ...compileCommandPattern(pattern) }));
  // A text of several commands needs a rule for each of them, so only those that are dangerous alone count.
  const dangerous = corpus
    .filter(({ danger, command }) => danger === 'dangerous' && staysInside(command))
    .map(({ command }) => simpleCommands(command))
    .filter(commands => commands.length === 1)
    .map(([only]) => only!);
  const wrong = dangerous.flatMap(text =>
    patterns.filter(({ admits }) => admits(text)).map(({ pattern }) => `${pattern} admits ${text}`),
  );
  expect(wrong).toEqual([]);
});
