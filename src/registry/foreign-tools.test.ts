import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { define, type Info } from '../tool/define.ts';
import { ToolRegistry } from './registry.ts';
import type { RegistryEvent } from './types.ts';

const tool = (id: string, extra: object = {}): Info =>
  define(id, {
    description: `Does ${id}.`,
    parameters: z.object({}),
    execute: () => ({ output: id }),
    ...extra,
  } as never) as Info;

const foreign = (pack: string) => ({ origin: 'foreign', pack }) as const;

describe('a foreign tool', () => {
  it('a foreign tool takes no name that is kept for a built-in, whether that is there or not', () => {
    const registry = new ToolRegistry({ reserved: ['write_file'] });
    expect(() => registry.register(tool('write_file'), foreign('a'))).toThrow('may not take the name');
    expect(() => registry.register(tool('x', { aliases: [{ name: 'write_file' }] }), foreign('a'))).toThrow();
    registry.register(tool('write_file'));
    expect(registry.find('write_file')?.tool.origin).toBe('own');
  });

  it('a foreign tool takes no name of another place, and may replace its own', () => {
    const registry = new ToolRegistry();
    registry.register(tool('x'), foreign('a'));
    expect(() => registry.register(tool('x'), foreign('b'))).toThrow('may not take the name');
    registry.register(tool('x', { description: 'New.' }), foreign('a'));
    expect(registry.describe()[0]?.description).toBe('New.');
  });

  it.each(['', 'a b', 'x\ny', 'é', 'x'.repeat(65)])('named %j is refused, however it was made', id => {
    const registry = new ToolRegistry();
    expect(() => registry.register({ ...tool('x'), id }, foreign('a'))).toThrow('must match');
    expect(() => registry.register(tool('x', { aliases: [{ name: id }] }), foreign('a'))).toThrow('must match');
    expect(registry.names()).toEqual([]);
  });

  it('a foreign tool that cannot be described is left out and named, and the others are there', async () => {
    const circle: Record<string, unknown> = { type: 'object' };
    circle.properties = { circle };
    const events: RegistryEvent[] = [];
    const registry = new ToolRegistry();
    registry.register(tool('good'));
    registry.register(tool('bad', { parameters: circle }), foreign('a'));
    registry.register(define('worse', () => Promise.reject(new Error('no'))) as Info, foreign('a'));
    registry.subscribe(event => events.push(event));
    for (let times = 0; times < 2; times++) {
      expect((await registry.ready()).map(({ name }) => name)).toEqual(['good']);
      expect(registry.describe().map(({ name }) => name)).toEqual(['good']);
      expect((await registry.enabled('privileged')).map(({ id }) => id)).toEqual(['good']);
    }
    expect(events.map(event => `${event.type} ${event.tool}`)).toEqual(['error bad', 'error worse']);
  });
});

describe('a foreign pack', () => {
  it('a foreign pack takes no name of a pack of the house', () => {
    const registry = new ToolRegistry();
    registry.registerPack('filesystem', [tool('a')]);
    expect(() => registry.registerPack('filesystem', [tool('b')], { origin: 'foreign' })).toThrow('may not take');
    expect(registry.resolvePacks(['filesystem']).map(({ id }) => id)).toEqual(['a']);
  });

  it('a foreign pack comes whole or not at all', () => {
    const registry = new ToolRegistry();
    registry.register(tool('taken'));
    expect(() => registry.registerPack('p', [tool('free'), tool('taken')], { origin: 'foreign' })).toThrow();
    expect([registry.names(), registry.listPackNames()]).toEqual([['taken'], []]);
  });
});

describe('names', () => {
  it('names of a tool that is left out lead to it and are listed nowhere', () => {
    const registry = new ToolRegistry();
    registry.registerPack('p', [tool('in'), tool('out', { aliases: [{ name: 'other' }] })], {
      keep: ({ id }) => id === 'in',
    });
    expect([registry.names(), registry.get('out')]).toEqual([['in'], undefined]);
    expect(registry.findLeftOut('other')?.tool.id).toBe('out');
  });

  it('names of the classic vocabulary are given once', () => {
    const registry = new ToolRegistry();
    for (const id of ['one', 'two']) registry.register(tool(id, { aliases: [{ name: 'read' }] }));
    expect(registry.describe('classic').map(({ name }) => name)).toEqual(['one', 'read']);
    expect(registry.find('read')?.tool.id).toBe('two');
  });

  it('need no permission for a tool that only stands for others', async () => {
    const registry = new ToolRegistry();
    registry.register(tool('call_tool', { delegates: () => ({ name: 'x', args: {} }) }));
    expect(await registry.enabled('read-only')).toHaveLength(1);
  });
});
