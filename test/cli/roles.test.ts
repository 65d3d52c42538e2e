import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { MAIN, openCli } from '../support/cli/open-cli.ts';

it('a call from the command line is made as a worker: it takes a task and hands in its result', () => {
  const { run } = openCli();
  const exec = (tool: string, args: object, ...more: string[]) =>
    run(['exec', tool, '--args', JSON.stringify(args), '--json', ...more]);
  run(['tasks', 'create', 'Parse', '--label', 'parse']);
  expect(exec('submit_result', { id: 'parse', result: 'x' }).status).toBe(3);
  const worker = ['--role', 'worker'];
  expect(exec('create_task', { title: 'More' }, ...worker).status).toBe(3);
  const taken = JSON.parse(exec('task_update', { id: 'parse', status: 'in_progress' }, ...worker).stdout);
  const { attempt } = taken.value.task;
  const done = exec('submit_result', { id: 'parse', result: 'It parses.', attempt }, ...worker);
  expect(done.stdout).toContain('submitted');
  expect(exec('complete_task', { id: 'parse' }).status).toBe(0);
  expect(run(['tools', 'submit_result']).stderr).toContain('--role worker');
  expect(run(['tools', 'submit_result', ...worker]).status).toBe(0);
  expect(run(['exec', 'glob', '--role', 'boss']).stderr).toContain('worker');
});

it('an MCP session is a worker with --role worker', async () => {
  const { root, env } = openCli();
  const child = spawn(process.execPath, [MAIN, 'mcp', '--role', 'worker'], { cwd: root, env });
  onTestFinished(() => void child.kill());
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (id: number, method: string, params: object) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return JSON.parse(String((await answers.next()).value)).result;
  };
  const clientInfo = { name: 'test', version: '1' };
  await ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  const { tools } = await ask(2, 'tools/list', {});
  const names = tools.map(({ name }: { name: string }) => name);
  expect(names).toContain('submit_result');
  expect(names).not.toContain('complete_task');
});
