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
