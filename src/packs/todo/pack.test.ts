import { describe, expect, it } from 'vitest';
import { compileSchema } from '../../tool/arguments/check/compile.ts';
import type { Context } from '../../tool/context.ts';
import type { Definition, Info } from '../../tool/define.ts';
import { todoPack } from './pack.ts';

const ctx = (sessionID: string) => ({ sessionID }) as unknown as Context;
const definitionOf = (info: Info) => info.definition as Definition;

async function run(info: Info, args: unknown, sessionID = 's1') {
  const checked = await compileSchema(definitionOf(info).parameters).check(args);
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  return definitionOf(info).execute(checked.value as never, ctx(sessionID));
}

describe('todo pack', () => {
  it('todo pack keeps a list for each session', async () => {
    const [todowrite, todoread] = todoPack() as [Info, Info];
    await run(todowrite, {
      todos: [{ content: 'Write tests', status: 'in_progress', priority: 'high' }, { content: 'Ship' }],
    });
    const mine = await run(todoread, {});
    expect(mine.output).toBe('[>] 1. Write tests (high)\n[ ] 2. Ship');
    expect(mine.value).toEqual({
      todos: [
        { id: '1', content: 'Write tests', status: 'in_progress', priority: 'high' },
        { id: '2', content: 'Ship', status: 'pending' },
      ],
    });
    expect((await run(todoread, {}, 's2')).output).toBe('The list is empty.');
  });

  it('todo pack keeps given ids and numbers the others around them', async () => {
    const [todowrite] = todoPack() as [Info];
    const { value } = await run(todowrite, { todos: [{ content: 'a' }, { id: '1', content: 'b' }, { content: 'c' }] });
    expect((value as { todos: { id: string }[] }).todos.map(({ id }) => id)).toEqual(['2', '1', '3']);
  });

  it('todo pack refuses an id that is given twice and leaves the list', async () => {
    const [todowrite, todoread] = todoPack() as [Info, Info];
    await run(todowrite, { todos: [{ content: 'first' }] });
    const twice = run(todowrite, {
      todos: [
        { id: 'x', content: 'a' },
        { id: 'x', content: 'b' },
      ],
    });
    await expect(twice).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
    expect((await run(todoread, {})).output).toBe('[ ] 1. first');
  });

  it('todo pack mentions two items in progress', async () => {
    const [todowrite] = todoPack() as [Info];
    const active = { content: 'a', status: 'in_progress' };
    expect((await run(todowrite, { todos: [active, active] })).output).toContain('2 items are in_progress');
  });

  it('todo pack touches the state of its own session only', async () => {
    for (const info of todoPack()) {
      expect(await definitionOf(info).effects?.({} as never, ctx('s9'))).toEqual([
        { kind: 'state', resource: 'todo:s9' },
      ]);
      expect(definitionOf(info).danger).toBe('safe');
    }
  });
});
