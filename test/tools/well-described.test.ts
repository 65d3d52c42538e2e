import { estimateTokenCount } from 'tokenx';
import { describe, expect, it } from 'vitest';
import { PACK_FACTS } from '../../src/gate/packs/pack-facts.ts';
import { describeBash, describeRunCode } from '../../src/packs/shell/describe-runs.ts';
import type { JsonSchema } from '../../src/schema/schema.ts';

/** A sentence, with the one thing that makes calls fail. */
const MOST_CHARACTERS = 120;
const MOST_TOKENS = 27;
const MOST_OF_PARAMETER = 45;

/** All parameters, also those inside of others, with what is said of them. */
function parametersOf(schema: JsonSchema, above = ''): readonly (readonly [path: string, said: unknown])[] {
  const own = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).flatMap(([name, part]) => [
    [`${above}${name}`, part.description] as const,
    ...parametersOf(part, `${above}${name}.`),
  ]);
  const inner = [schema.items, ...((schema.anyOf ?? []) as unknown[])].filter(part => part && typeof part === 'object');
  return [...own, ...inner.flatMap(part => parametersOf(part as JsonSchema, above))];
}

const cards = [...PACK_FACTS.values()].flatMap(facts => [...facts.cards.values()]);

describe.each(cards.map(card => [card.name, card] as const))('%s', (_, { description, parameters }) => {
  it('is described in few words', () => {
    expect(description.length, description).toBeLessThanOrEqual(MOST_CHARACTERS);
    expect(estimateTokenCount(description), description).toBeLessThanOrEqual(MOST_TOKENS);
  });

  it('says of every parameter what it is, in few words', () => {
    for (const [path, said] of parametersOf(parameters)) {
      expect(said, path).toMatch(/\S/);
      expect(estimateTokenCount(String(said)), path).toBeLessThanOrEqual(MOST_OF_PARAMETER);
    }
  });
});

it.each([true, false])('commands and code are described in few words where the sandbox is off: %s', off => {
  for (const text of [describeBash(off), describeRunCode(off)])
    expect(estimateTokenCount(text), text).toBeLessThanOrEqual(MOST_TOKENS);
});

it('tools that need something beside the workspace name it first', () => {
  const said = new Map(cards.map(({ name, description }) => [name, description]));
  expect(said.get('capture_screenshot')).toMatch(/^With a display, .*; with Chromium, /);
  expect(said.get('analyze_image_ui_qa')).toMatch(/^With a vision model, which must be configured/);
});
