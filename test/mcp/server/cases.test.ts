import { setTimeout as sleep } from 'node:timers/promises';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import type { Toolgate } from '../../../src/index.ts';
import { CASES, comparable, play } from '../../support/adapters/cases.ts';
import type { Driver, Told } from '../../support/adapters/driver.ts';
import { library } from '../../support/adapters/drivers.ts';
import { openFixture } from '../../support/adapters/fixture.ts';
import { clientsOf, WAYS } from '../../support/mcp/server-world.ts';

/** The gate, and how many calls have reached it. */
function counted(gate: Toolgate) {
  const arrived: Record<'count', number> = { count: 0 };
  const queue: Toolgate['queue'] = options => {
    const { add } = gate.queue(options);
    return {
      add(...call) {
        arrived.count++;
        return add(...call);
      },
    };
  };
  return { gate: { ...gate, queue }, arrived };
}

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await sleep(5);
};

/** A client that is told of a call by the protocol; of one that it took back it is told nothing, so the records are asked. */
const DRIVERS: readonly Driver[] = WAYS.map(({ era, way }) => ({
  name: `${era} client over ${way}`,
  async round(served, calls, { abort, onProgress } = {}) {
    const { gate, arrived } = counted(served);
    const client = await (await clientsOf(gate)).connect({ era, way });
    const errors = new Map<unknown, { code: string; message: string }>();
    gate.activity.subscribe('tool_call_end', ({ data }) => void errors.set(data.toolName, data.error as never));
    const onprogress = ({ message = '' }) => onProgress?.(message);
    const options = { onprogress, ...(abort ? { signal: abort } : {}) };
    return Promise.all(
      calls.map(async ({ id, name, args }, index): Promise<Told> => {
        // Requests over several connections keep no order of their own.
        await until(() => arrived.count >= index);
        try {
          const call = { name, arguments: args as Record<string, unknown> };
          const { content, isError = false } = (await client.callTool(call, options)) as CallToolResult;
          return {
            id,
            text: content.map(block => (block.type === 'text' ? block.text : '')).join(''),
            failed: isError,
            images: content.flatMap(block => (block.type === 'image' ? [block.data] : [])),
          };
        } catch {
          await until(() => errors.has(name));
          const { code, message } = errors.get(name)!;
          return { id, text: `${code}: ${message}`, failed: true, images: [] };
        }
      }),
    );
  },
}));

describe.each(CASES)('a call that is $name', one => {
  it.each(DRIVERS)('is answered to a $name as by the gate itself', async driver => {
    const seen = await play(driver, one, await openFixture(one.gate));
    const expected = await play(library, one, await openFixture(one.gate));
    one.check(seen);
    expect(seen.told.map(comparable)).toEqual(expected.told.map(comparable));
  });
});
