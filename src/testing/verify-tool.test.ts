import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Definition, define, type Info } from '../tool/define.ts';
import { changesState, reads, writes } from '../tool/effect.ts';
import { ToolError } from '../tool/error.ts';
import { assertTool, type VerifyOptions, verifyTool } from './verify-tool.ts';

const path = z.object({ path: z.string().min(1) });
const OPTIONS: VerifyOptions = { packs: [], runs: 2, arguments: [{ path: 'README.md' }] };

/** An honest tool that reads; each test changes what it lies about. */
function reader(changed: Partial<Definition<typeof path>> = {}): Info {
  return define('reader', {
    description: 'Read a file.',
    parameters: path,
    effects: ({ path }) => [reads(path)],
    idempotent: true,
    execute: async ({ path }, ctx) => ({ output: Buffer.from((await ctx.files.read(path)).bytes).toString() }),
    ...changed,
  }) as Info;
}

const checks = async (tool: Info, options = OPTIONS): Promise<readonly string[]> => [
  ...new Set((await verifyTool(tool, options)).findings.map(({ check }) => check)),
];

describe('verifyTool', () => {
  it('verifyTool finds nothing wrong with an honest tool, and says how much it tried', async () => {
    const report = await verifyTool(reader(), { ...OPTIONS, runs: 25 });
    expect(report).toEqual({ ok: true, tried: 26, succeeded: expect.any(Number), seed: 1, findings: [] });
    expect(report.succeeded).toBeGreaterThan(5);
    expect(report.succeeded).toBeLessThan(26);
  });

  it('verifyTool finds a reader that writes', async () => {
    const tool = reader({
      execute: async (_, { files }) => {
        fs.writeFileSync(join(files.root, 'left.txt'), 'x');
        return { output: '' };
      },
    });
    const { findings } = await verifyTool(tool, OPTIONS);
    expect(findings).toContainEqual({
      check: 'read-only',
      args: { path: 'README.md' },
      message: 'It declares no change, and created left.txt',
    });
  });

  it('verifyTool finds a reader that writes while it is judged', async () => {
    const effects: Definition<typeof path>['effects'] = ({ path }, { files }) => {
      fs.writeFileSync(join(files.root, 'seen.txt'), 'x');
      return [reads(path)];
    };
    expect(await checks(reader({ effects }))).toContain('read-only');
  });

  it('verifyTool finds a tool that says it only looks, and declares writes', async () => {
    const tool = reader({ readOnly: true, effects: ({ path }) => [writes(path)], idempotent: false });
    expect(await checks(tool)).toContain('read-only');
    expect(await checks(reader({ readOnly: true }))).toEqual([]);
  });

  it('verifyTool finds a file that was written and not declared, staged or not', async () => {
    const other = (write: Definition<typeof path>['execute']) =>
      reader({ effects: ({ path }) => [writes(path)], idempotent: false, execute: write });
    const staged = other(async ({ path }, { files }) => {
      await files.write(`${path}.bak`, Buffer.from('x'));
      return { output: '' };
    });
    const direct = other(async ({ path }, { files }) => {
      fs.writeFileSync(join(files.root, `${path}.bak`), 'x');
      return { output: '' };
    });
    for (const tool of [staged, direct]) {
      const { findings } = await verifyTool(tool, { ...OPTIONS, runs: 0 });
      expect(findings[0]).toMatchObject({
        check: 'touched',
        message: 'It did what it had not declared: created README.md.bak',
      });
    }
  });

  it('verifyTool finds what was deleted by a tool that said it would write', async () => {
    const tool = reader({
      effects: ({ path }) => [writes(path)],
      idempotent: false,
      execute: async ({ path }, { files }) => ({ output: String(await files.delete(path)) }),
    });
    expect(await checks(tool)).toEqual(['touched']);
  });

  it('verifyTool finds what was written beside the workspace', async () => {
    const tool = reader({
      effects: () => 'everything',
      execute: async (_, { files }) => {
        fs.writeFileSync(join(files.root, '../stray.txt'), 'x');
        return { output: '' };
      },
    });
    expect(await checks(tool)).toEqual(['touched']);
  });

  it('verifyTool finds a false idempotent, by its files, its value or its failure', async () => {
    let count = 0;
    const changing = { effects: ({ path }: { path: string }) => [writes(path)], idempotent: true };
    const appends = reader({
      ...changing,
      execute: async ({ path }, { files }) => {
        await files.edit(path, bytes => Buffer.concat([bytes, Buffer.from('!')]));
        return { output: '' };
      },
    });
    const deletesOnce = reader({
      effects: ({ path }) => [writes(path), { kind: 'delete', resource: path }],
      idempotent: true,
      execute: async ({ path }, { files }) => ({ output: String(await files.delete(path)) }),
    });
    const counts = reader({
      effects: () => [changesState('counter')],
      danger: 'safe',
      execute: () => ({ value: ++count }),
    });
    for (const tool of [appends, deletesOnce, counts, reader({ execute: () => ({ value: ++count }) })]) {
      expect(await checks(tool)).toEqual(['idempotent']);
    }
  });

  it('verifyTool lets the first run of an idempotent tool tell that it made something', async () => {
    const tool = reader({
      effects: ({ path }) => [writes(path)],
      idempotent: true,
      execute: async ({ path }, { files }) => {
        const before = await files.stat(path);
        await files.write(path, Buffer.from('same'));
        return { value: { created: before === undefined } };
      },
    });
    expect(await checks(tool, { ...OPTIONS, arguments: [{ path: 'new.txt' }] })).toEqual([]);
  });

  it('verifyTool finds output that does not fit, or is missing', async () => {
    const returns = z.object({ size: z.number() });
    const wrong = reader({ returns, execute: () => ({ value: { size: 'large' } }) } as never);
    const missing = reader({ returns, execute: () => ({ output: 'large' }) } as never);
    const noJson = reader({ execute: () => ({ output: '', value: 1n }) });
    for (const tool of [wrong, missing, noJson]) expect(await checks(tool)).toEqual(['output']);
  });

  it('verifyTool finds a crash on odd but valid arguments', async () => {
    const parameters = z.object({ words: z.array(z.string()) });
    const tool = define('first', {
      description: 'Take the first word.',
      parameters,
      effects: () => [],
      execute: ({ words }) => ({ output: words[0]!.toUpperCase() }),
    }) as Info;
    const { findings } = await verifyTool(tool, { packs: [], arguments: [{ words: ['fine'] }] });
    expect(findings).toMatchObject([
      { check: 'errors', args: { words: [] }, message: expect.stringMatching(/^execute threw TypeError: /) },
    ]);
  });

  it('verifyTool accepts an error with a code, from the tool and from its effects', async () => {
    const fails = () => {
      throw new ToolError('FILE_NOT_FOUND', 'Nothing is there');
    };
    expect(await checks(reader({ execute: fails }))).toEqual([]);
    expect(await checks(reader({ effects: fails }))).toEqual([]);
  });

  it('verifyTool finds a long description, a bad name and an odd definition', async () => {
    expect(await checks(reader({ description: 'word '.repeat(60) }))).toEqual(['description']);
    expect(await checks(reader({ description: '' }))).toEqual(['description']);
    expect(await checks({ ...reader(), id: 'two words' })).toEqual(['name']);
    expect(await checks({ id: 'x', definition: () => Promise.reject(new Error('no server')) })).toEqual(['definition']);
  });

  it('verifyTool finds permissions and danger that do not fit the effects', async () => {
    const writer: Partial<Definition<typeof path>> = {
      effects: ({ path }) => [writes(path)],
      execute: async ({ path }, { files }) => {
        await files.write(path, Buffer.from('x'));
        return { output: '' };
      },
    };
    expect(await checks(reader({ ...writer, permissions: { required: ['read'] } }))).toEqual(['permissions']);
    expect(await checks(reader({ ...writer, danger: 'safe' }))).toEqual(['danger']);
    expect(await checks(reader({ ...writer, effects: undefined, danger: 'safe' }))).toEqual(['danger']);
  });

  it('verifyTool finds a verdict that changes between being asked for and being needed', async () => {
    let asked = 0;
    expect(await checks(reader({ approval: () => ++asked % 2 === 0 }))).toContain('verdict');
  });

  it('verifyTool accepts that the policy refuses the tool', async () => {
    const tool = reader({ effects: ({ path }) => [writes(path)] });
    expect(await verifyTool(tool, { ...OPTIONS, policy: 'read-only' })).toMatchObject({ ok: true, succeeded: 0 });
  });

  it('verifies tools of other shapes', async () => {
    const tool = {
      name: 'shout',
      description: 'Say it louder.',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      execute: ({ text }: Record<string, unknown>) => ({ ok: true, value: String(text).toUpperCase() }),
    };
    expect(await verifyTool(tool, { packs: [], runs: 10 })).toMatchObject({ ok: true, tried: 10, succeeded: 10 });
  });

  it('verifyTool tries each in a workspace of its own that was prepared', async () => {
    const tool = reader({
      effects: ({ path }) => [{ kind: 'delete', resource: path }],
      idempotent: false,
      execute: async ({ path }, { files }) => ({ output: String(await files.delete(path)) }),
    });
    const twice = { path: 'made.txt' };
    const report = await verifyTool(tool, {
      ...OPTIONS,
      runs: 0,
      arguments: [twice, twice],
      prepare: (_, workspace) => workspace.write('made.txt', 'x'),
    });
    expect(report).toMatchObject({ ok: true, tried: 2, succeeded: 2 });
  });
});

describe('assertTool', () => {
  it('assertTool throws what was found, with the call', async () => {
    await expect(assertTool(reader(), OPTIONS)).resolves.toBeUndefined();
    const broken = reader({ description: '', execute: () => ({ value: undefined as never, output: null as never }) });
    await expect(assertTool(broken, OPTIONS)).rejects.toThrow(
      /^reader does not do as it says:\n- description: There is no/,
    );
    const throws = reader({
      execute: () => {
        throw new Error('no');
      },
    });
    await expect(assertTool(throws, OPTIONS)).rejects.toThrow(
      /execute threw Error: no .*\n {2}reader\(path="README.md"\)/,
    );
  });
});
