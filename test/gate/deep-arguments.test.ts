import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { define, type Info } from '../../src/tool/define.ts';
import { openGate } from '../support/worlds/open-gate.ts';

type Deep = { v?: unknown };

/** A value with so many objects inside each other. */
function nested(levels: number): Deep {
  let value: Deep = {};
  for (let i = 1; i < levels; i++) value = { v: value };
  return value;
}

const nestedText = (levels: number) => `${'{"v":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;

function circle(): Deep {
  const value: Deep = {};
  value.v = { list: [value, value] };
  return value;
}

const SCHEMAS = {
  any: z.object({ v: z.any() }),
  map: z.record(z.string(), z.unknown()),
  json: { type: 'object' },
  listed: { type: 'object', properties: { v: { type: 'object', properties: { v: {} } } } },
  recursive: { type: 'object', properties: { v: { $ref: '#' } } },
};

const tools = Object.entries(SCHEMAS).map(
  ([id, parameters]) =>
    define(id, {
      description: 'For a test.',
      parameters,
      effects: () => [],
      execute: () => ({ output: 'ran' }),
    } as never) as Info,
);

const HOSTILE: Readonly<Record<string, () => unknown>> = {
  '5,000 levels': () => nested(5_000),
  '100,000 levels': () => nested(100_000),
  '5,000 levels as text': () => nestedText(5_000),
  '100,000 levels as text': () => nestedText(100_000),
  '100,000 levels of Python': () => `${"{'v':".repeat(100_000)}1${'}'.repeat(100_000)}`,
  '100,000 levels, cut off': () => '{"v":'.repeat(100_000),
  '5,000 levels with a number that has a spelling': () => nestedText(5_000).replace('{}', '{"n":1.10}'),
  '5,000 levels in a list of one': () => [nested(5_000)],
  'a circle': circle,
  'a whole call': () => ({ name: 'json', arguments: nested(5_000) }),
};

describe('arguments nested deeper than any call means', () => {
  for (const [how, make] of Object.entries(HOSTILE)) {
    it(`arguments nested too deep are invalid for every schema: ${how}`, async () => {
      const { gate } = await openGate({}, { tools, packs: [] });
      for (const name of Object.keys(SCHEMAS)) {
        const outcome = await gate.execute({ name, args: make() });
        expect([name, outcome.error?.code]).toEqual([name, 'INVALID_ARGUMENTS']);
        expect(outcome.error?.message).toMatch(/nothing was changed/i);
        expect((await gate.explain({ name, args: make() })).error?.code).toBe('INVALID_ARGUMENTS');
      }
    });
  }

  it('arguments nested too deep are invalid among others, which run', async () => {
    const { gate } = await openGate({}, { tools, packs: [] });
    const calls = [nested(5_000), { v: 1 }, circle(), {}].map(args => ({ name: 'json', args }));
    const outcomes = await gate.executeAll(calls);
    expect(outcomes.map(({ ok, error }) => error?.code ?? ok)).toEqual([
      'INVALID_ARGUMENTS',
      true,
      'INVALID_ARGUMENTS',
      true,
    ]);
  });

  it('arguments nested too deep are invalid where a person put them', async () => {
    const approver = () => ({ approved: true, modifiedArgs: nested(1_000) });
    const asks = define('asks', {
      description: 'For a test.',
      parameters: { type: 'object' },
      effects: () => [],
      approval: true,
      execute: () => ({ output: 'ran' }),
    }) as Info;
    const { gate } = await openGate({}, { tools: [asks], approver });
    expect((await gate.execute({ name: 'asks', args: {} })).error?.code).toBe('INVALID_ARGUMENTS');
  });

  it('arguments nested too deep are invalid where one tool calls another', async () => {
    const { gate } = await openGate({}, { tools });
    const args = { name: 'json', arguments: nested(5_000) };
    expect((await gate.execute({ name: 'call_tool', args })).error?.code).toBe('INVALID_ARGUMENTS');
  });

  it('nested arguments are taken as long as there are 200 levels at most', async () => {
    const { gate } = await openGate({}, { tools, packs: [] });
    for (const args of [nested(200), nestedText(200)]) {
      for (const name of Object.keys(SCHEMAS)) {
        const outcome = await gate.execute({ name, args });
        expect([name, outcome.error?.message]).toEqual([name, undefined]);
      }
    }
  });
});
