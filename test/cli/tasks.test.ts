import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { createTasks } from '../../src/tasks/create-tasks.ts';
import { newId } from '../../src/tool/id.ts';
import { openCli } from '../support/cli/open-cli.ts';

const STORE = ['--store', 'tasks.db'];

/** The command line over a store with three tasks: `design` is submitted, `build` waits for it, `test` for both. */
async function openTasksCli() {
  const cli = openCli();
  const store = await openStore({ kind: 'sqlite', file: `${cli.root}/tasks.db` });
  const self = { agent: 'coder\u001b[2J', sessionID: 's', processID: 'p', role: 'orchestrator' } as const;
  const tasks = createTasks({ store, now: Date.now, newId, self });
  await tasks.create({ title: 'Design it', label: 'design' });
  await tasks.create({ title: 'Build it', label: 'build', dependsOn: ['design'] });
  await tasks.create({ title: 'Test it', label: 'test', dependsOn: ['design', 'build'] });
  await tasks.create({ title: 'Read it', label: 'read' });
  await tasks.update('design', { status: 'submitted', result: 'see \u001b[31mdesign.md' });
  await tasks.update('read', { status: 'in_progress' });
  await store.close();
  const run = (...args: string[]) => cli.run(['tasks', ...args, ...STORE]);
  const json = (...args: string[]) => JSON.parse(run(...args, '--json').stdout);
  return { run, json };
}

describe('toolgate tasks', () => {
  it('toolgate tasks lists, shows and draws', async () => {
    const { run, json } = await openTasksCli();
    const listed = run();
    expect(listed.status).toBe(0);
    expect(listed.stdout).toMatch(/^LABEL +STATUS +HELD BY +DEPENDS ON +TITLE\n/);
    expect(listed.stdout).toMatch(/^test +pending +design, build +Test it$/m);
    expect(listed.stdout).toContain('coder\\x1b[2J');
    expect(listed.stderr).toContain('2 pending, 1 in_progress, 1 submitted');
    expect(run('list', '--status', 'pending,in-progress').stdout.split('\n').length).toBe(5);
    expect(run('--status', 'done')).toMatchObject({ status: 0, stdout: '' });
    expect(json('--limit', '1')).toMatchObject({ tasks: [{ label: 'design' }], counts: { pending: 2 }, more: true });

    const shown = run('show', 'design').stdout;
    expect(shown).toContain('result:\nsee \\x1b[31mdesign.md');
    expect(json('show', 'build')).toMatchObject({ ok: true, value: { label: 'build', waits_for: ['design'] } });

    expect(run('graph').stdout).toBe(
      [
        '? design  submitted  Design it',
        '↓ · build  pending  Build it',
        '↓ · test  pending  Test it  and after design',
        '▸ read  in_progress  Read it',
        '',
      ].join('\n'),
    );
    expect(run('graph', '--format', 'mermaid').stdout).toContain('  n0 --> n1\n');
    expect(run('graph', '--format', 'dot').stdout).toMatch(/^digraph tasks \{\n/);
    expect(json('graph').edges.length).toBe(3);
  });

  it('toolgate tasks makes, completes, rejects and gives back', async () => {
    const { run, json } = await openTasksCli();
    const made = json('create', 'Ship it', '--label', 'ship', '--depends-on', 'test', 'build', '--max-attempts', '2');
    expect(made).toMatchObject({ ok: true, value: { task: { status: 'pending', depends_on: ['test', 'build'] } } });
    expect(run('complete', 'design').stdout).toContain('Ready now: build.');
    expect(run('complete', 'design').status).toBe(1);
    expect(run('reject', 'build').stderr).toContain('ILLEGAL_TRANSITION');
    expect(run('retry', 'read').stdout).toContain('read  ready');
    expect(run('fail', 'read', '--reason', 'not needed').stdout).toContain('read  failed');
    expect(run('show', 'read').stdout).toContain('reason:\nnot needed');
  });

  it('toolgate tasks says what is wrong', async () => {
    const { run } = await openTasksCli();
    expect(run('show', 'desing')).toMatchObject({ status: 1, stderr: expect.stringContaining('Did you mean design') });
    expect(run('--status', 'redy')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Did you mean ready?'),
    });
    expect(run('graph', '--format', 'svg')).toMatchObject({ status: 2 });
    expect(run('grpah')).toMatchObject({ status: 2, stderr: expect.stringContaining('graph') });
    expect(run('create', 'x', '--label', 'design').status).toBe(1);
    expect(run('create', 'a\u001b[2Jb').stderr).not.toContain('\u001b');
  });
});
