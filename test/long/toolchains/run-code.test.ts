import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openGate } from '../../support/worlds/open-gate.ts';

it('run_code runs Python, with arguments and environment, and its changes can be taken back', async () => {
  const test = await openGate({ 'a.txt': 'a\n', 'helper.py': 'X = 7\n' }, { policy: 'privileged' });
  const code =
    'import sys, os, helper\nopen("a.txt", "w").write("py")\nprint(sys.argv[1:], os.environ["K"], helper.X)\nsys.exit(4)';
  const python = await test.run('run_code', { language: 'python', code, args: ['1', 'two'], env: { K: 'v' } });
  expect(python.value).toMatchObject({ stdout: "['1', 'two'] v 7\n", exitCode: 4 });
  expect(test.read('a.txt')).toBe('py');
  expect((await test.run('undo_turn', {})).error).toBeUndefined();
  expect(test.read('a.txt')).toBe('a\n');
});

it('time in which a person is asked does not count for a script', async () => {
  const code = "await tools.write_file({ path: '.github/workflows/a.yml', content: 'new' })\nreturn 'done'";
  const test = await openGate(
    { '.github/workflows/a.yml': 'old' },
    { policy: 'privileged', approver: () => sleep(25_000, 'allow_once' as const) },
  );
  const outcome = await test.run('run_code', { language: 'javascript', code, timeout: 20 });
  expect(outcome.value).toMatchObject({ stdout: 'done\n', timed_out: false });
});
