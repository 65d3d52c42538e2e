import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { define, type Info } from '../tool/define.ts';
import { ToolRegistry } from './registry.ts';
import type { RegistryEvent } from './types.ts';

const tool = (id: string, extra: object = {}): Info =>
  define(id, {
    description: `Does ${id}.`,
    parameters: z.object({ path: z.string() }),
    execute: () => ({ output: id }),
    ...extra,
  }) as Info;

const manifest = (name: string, tools: string[]) =>
  ({ schemaVersion: 1, name, description: 'x', tools, riskProfile: 'standard', tags: [] }) as const;

describe('ToolRegistry', () => {
  it('ToolRegistry finds a tool by its name and by its other names', () => {
    const registry = new ToolRegistry();
    registry.register(tool('read_file', { aliases: [{ name: 'read', rename: { file: 'path' } }] }));
    expect(registry.get('read_file')?.id).toBe('read_file');
    expect(registry.get('read')?.id).toBe('read_file');
    expect(registry.get('toString')).toBeUndefined();
    expect(registry.list().map(info => info.id)).toEqual(['read_file']);
  });

  it('ToolRegistry forgets all names of an unregistered tool', () => {
    const registry = new ToolRegistry();
    registry.register(tool('a', { aliases: [{ name: 'b' }] }));
    expect(registry.unregister('b')).toBe(false);
    expect(registry.unregister('a')).toBe(true);
    expect(registry.get('b')).toBeUndefined();
  });

  it('ToolRegistry gives another name back when the tool that was called so is gone', () => {
    const registry = new ToolRegistry();
    registry.register(tool('read_file', { aliases: [{ name: 'read' }] }), { origin: 'built-in' });
    registry.register(tool('other', { aliases: [{ name: 'read' }] }));
    registry.register(tool('read'));
    expect(registry.get('read')?.id).toBe('read');
    registry.unregister('read');
    expect(registry.get('read')?.id).toBe('other');
    registry.unregister('other');
    expect(registry.find('read')).toMatchObject({ tool: { id: 'read_file' }, alias: { name: 'read' } });
    expect(registry.names()).toEqual(['read_file', 'read']);
  });

  it('ToolRegistry takes tools of other shapes, from a resolver too', async () => {
    const plain = (name: string) => ({
      name,
      description: 'x',
      parameters: { type: 'object' },
      execute: async () => 'x',
    });
    const { name: _, parameters, ...nameless } = plain('');
    const shapes: Record<string, unknown> = {
      late: plain('late'),
      sdk: { ...nameless, inputSchema: { jsonSchema: parameters } },
      broken: { name: 'broken' },
    };
    const registry = new ToolRegistry({ toolResolver: name => (shapes[name] as never) ?? null });
    expect(registry.register(plain('one')).id).toBe('one');
    registry.registerPack('p', [plain('two')]);
    expect(registry.resolvePacks(['p']).map(({ id }) => id)).toEqual(['two']);
    for (const name of ['late', 'sdk']) expect((await registry.load(name))?.id).toBe(name);
    await expect(registry.load('broken')).rejects.toThrow('give { name, description, parameters, execute }');
    expect(() => registry.register({ nothing: true } as never)).toThrow('give { name, description');
    expect(() => registry.register(undefined as never)).toThrow('give { name, description');
  });

  it.each([
    [{}, ['no call of it is tried again', 'not for a plain Error']],
    [{ effects: () => [], retry: { attempts: 2, on: 'any' } }, ['only calls that do nothing but read']],
    [{ idempotent: true }, ['not for a plain Error']],
    [{ idempotent: true, retry: { attempts: 2, on: 'retryable' } }, []],
  ])('ToolRegistry says what the retry of %j does not do', async (extra, expected) => {
    const told: string[] = [];
    const listener = ({ message }: Error) => told.push(message);
    process.on('warning', listener);
    new ToolRegistry().register(tool('a', { retry: { attempts: 2 }, ...extra }));
    await new Promise(setImmediate);
    process.off('warning', listener);
    expect(told).toEqual(expected.map(text => expect.stringContaining(text)));
  });

  it("ToolRegistry lets the last of one's own win and says so", () => {
    const events: RegistryEvent[] = [];
    const registry = new ToolRegistry();
    registry.subscribe(event => events.push(event));
    registry.registerPack('one', [tool('a')]);
    registry.registerPack('two', [tool('a')]);
    expect(registry.find('a')?.tool.pack).toBe('two');
    expect(events.at(-1)).toMatchObject({ type: 'register', tool: 'a', replaced: true });
  });

  it.each(['read_file', 'read'])('ToolRegistry never lets a foreign tool take the built-in name %s', name => {
    const registry = new ToolRegistry();
    registry.register(tool('read_file', { aliases: [{ name: 'read' }] }), { origin: 'built-in' });
    expect(() => registry.register(tool(name), { origin: 'foreign' })).toThrow('may not take the name');
    expect(() => registry.register(tool('innocent', { aliases: [{ name }] }), { origin: 'foreign' })).toThrow();
    expect(registry.find(name)?.tool.origin).toBe('built-in');
  });

  it('ToolRegistry resolves packs without repetition and refuses an unknown one', () => {
    const registry = new ToolRegistry();
    registry.registerPack(manifest('p', ['a', 'b']), [tool('a'), tool('b')]);
    registry.registerPack(manifest('q', ['b', 'c']), [tool('b'), tool('c')]);
    expect(registry.resolvePacks(['p', 'q']).map(info => info.id)).toEqual(['a', 'b', 'c']);
    expect(registry.listPackNames()).toEqual(['p', 'q']);
    expect(() => registry.resolvePacks(['r'])).toThrow('No pack is named "r"');
  });

  it('ToolRegistry refuses a pack whose manifest and code differ', () => {
    const registry = new ToolRegistry();
    expect(() => registry.registerPack(manifest('p', ['a', 'b']), [tool('a')])).toThrow('not defined b');
    expect(() => registry.registerPack(manifest('p', ['a']), [tool('a'), tool('b')])).toThrow('not listed b');
  });

  it('initialises an async definition once, when it is first needed', async () => {
    const init = vi.fn(async () => ({ description: 'x', parameters: z.object({}), execute: () => ({}) }));
    const registry = new ToolRegistry();
    registry.register(define('slow', init) as Info);
    expect(init).not.toHaveBeenCalled();
    await Promise.all([registry.ready(), registry.ready()]);
    await registry.ready();
    expect(init).toHaveBeenCalledTimes(1);
    expect(registry.toOpenAIFunctions()[0]?.name).toBe('slow');
  });

  it('ToolRegistry tries a failed initialisation again', async () => {
    let tries = 0;
    const registry = new ToolRegistry();
    registry.register(
      define('shy', async () => {
        if (tries++ === 0) throw new Error('not now');
        return { description: 'x', parameters: z.object({}), execute: () => ({}) };
      }) as Info,
    );
    await expect(registry.ready()).rejects.toThrow('not now');
    await expect(registry.ready()).resolves.toHaveLength(1);
  });

  it('ToolRegistry lists built-ins sorted, then the others as they came', () => {
    const registry = new ToolRegistry();
    registry.register(tool('zebra'));
    registry.register(tool('b'), { origin: 'built-in' });
    registry.register(tool('ape'));
    registry.register(tool('a'), { origin: 'built-in' });
    expect(registry.list().map(info => info.id)).toEqual(['a', 'b', 'zebra', 'ape']);
  });

  it('ToolRegistry shows the classic vocabulary with its own names of parameters', () => {
    const registry = new ToolRegistry();
    registry.register(tool('read_file', { aliases: [{ name: 'read', rename: { file_path: 'path' } }] }));
    const [shown] = registry.describe('classic');
    expect(shown?.name).toBe('read');
    expect(Object.keys(shown?.parameters.properties as object)).toEqual(['file_path']);
    expect(shown?.parameters.required).toEqual(['file_path']);
  });

  it('ToolRegistry gives the flat form of function definitions', () => {
    const registry = new ToolRegistry();
    registry.register(tool('a'));
    expect(registry.toOpenAIFunctions()).toEqual([
      {
        name: 'a',
        description: 'Does a.',
        parameters: expect.objectContaining({ type: 'object', required: ['path'] }),
      },
    ]);
  });

  it('filters by permissions', async () => {
    const registry = new ToolRegistry();
    registry.register(tool('reader', { permissions: { required: ['read'] } }));
    registry.register(tool('runner', { permissions: { required: ['execute'] } }));
    registry.register(tool('unknown'));
    registry.register(tool('widened', { permissions: { required: ['execute'] } }), {
      permissions: { required: ['read'] },
    });
    expect((await registry.enabled(['read'])).map(info => info.id)).toEqual(['reader', 'widened']);
    expect((await registry.enabled('privileged')).length).toBe(4);
  });

  it('ToolRegistry loads a lazy tool by its name and counts it as unseen', async () => {
    const registry = new ToolRegistry();
    registry.addLazy({
      summaries: () => [{ name: 'far', description: 'Far away.' }],
      resolve: name => (name === 'far' ? tool('far') : null),
    });
    expect(registry.summaries()).toHaveLength(1);
    expect(await registry.load('nowhere')).toBeUndefined();
    expect((await registry.load('far'))?.unseen).toBe(true);
    expect(registry.summaries()).toHaveLength(0);
  });

  it('ToolRegistry goes on when a listener throws', () => {
    const registry = new ToolRegistry();
    registry.subscribe(() => {
      throw new Error('no');
    });
    expect(() => registry.register(tool('a'))).not.toThrow();
  });

  it('ToolRegistry runs nothing by itself', () => {
    expect(() => new ToolRegistry().execute('a', {})).toThrow('belongs to no gate');
  });
});
