import { describe, expect, it } from 'vitest';
import { renderRequest } from '../../src/approval/render-request.ts';
import type { ApprovalRequest } from '../../src/approval/request.ts';
import { some } from '../support/suite.ts';
import { openGate } from '../support/worlds/open-gate.ts';

const MAKE = 'all:\n\techo old\n';

/** A gate where every command asks; who is asked may do something before they say yes. */
async function open(files: Record<string, string>, meanwhile: (times: number) => void | Promise<void> = () => {}) {
  const asked: ApprovalRequest[] = [];
  const test = await openGate(files, {
    policy: { extends: 'privileged', danger: { safe: 'ask', moderate: 'ask' } },
    approver: async request => {
      asked.push(request);
      await meanwhile(asked.length);
      return 'allow_once';
    },
  });
  const bash = (command: string, more: object = {}) => test.gate.execute({ name: 'bash', args: { command, ...more } });
  return { ...test, asked, bash };
}

describe('a yes to a command', () => {
  it.each(
    some<[string, Record<string, string>, string, string]>([
      ['a Makefile', { Makefile: 'all:\n\techo old\n' }, 'make', 'Makefile'],
      [
        'an included part of a Makefile',
        { Makefile: 'include rules.mk\n', 'rules.mk': 'a:\n\techo old\n' },
        'make',
        'rules.mk',
      ],
      ['the scripts of a package', { 'package.json': '{"scripts":{"test":"echo old"}}' }, 'npm test', 'package.json'],
      [
        'what such a script runs',
        { 'package.json': '{"scripts":{"test":"node tools/run.mjs"}}', 'tools/run.mjs': '1' },
        'npm test',
        'tools/run.mjs',
      ],
      ['a script that is run', { 'run.sh': 'echo old\n' }, './run.sh', 'run.sh'],
      [
        'what that script runs',
        { 'run.sh': '. ./lib/inner.sh\n', 'lib/inner.sh': 'echo old\n' },
        'bash run.sh',
        'lib/inner.sh',
      ],
      ['a file for an interpreter', { 'tool.py': 'print(1)\n' }, 'python3 tool.py', 'tool.py'],
      ['the value of an option', { 'odd.toml': 'a = 1\n' }, 'tool --config=odd.toml', 'odd.toml'],
      ['settings that are code', { 'vite.config.ts': 'export default {}\n' }, 'vite build', 'vite.config.ts'],
      ['settings above the folder', { 'pytest.ini': '[pytest]\n', 'sub/a.txt': '' }, 'cd sub && pytest', 'pytest.ini'],
      ['a folder that it goes to', { 'sub/Makefile': 'all:\n\techo old\n' }, 'cd sub && make', 'sub/Makefile'],
      [
        'a folder that it names',
        { 'sub/build.rs': 'fn main() {}\n' },
        'cargo --manifest-path sub build',
        'sub/build.rs',
      ],
      ['a folder right after its option', { 'sub/Makefile': MAKE }, 'make -Csub', 'sub/Makefile'],
      ['a folder below folders', { 'a/b/c/Makefile': MAKE }, 'cd a; cd b; make -C c', 'a/b/c/Makefile'],
      ['a folder that a pattern finds', { 'sub/Makefile': MAKE }, 'cd su* && make', 'sub/Makefile'],
      ['a script that a pattern finds', { 's/x.sh': 'echo old\n' }, 'for f in s/*.sh; do bash $f; done', 's/x.sh'],
      ['a script below a folder', { 's/x.sh': 'echo old\n' }, "find s -name '*.sh' -exec sh {} +", 's/x.sh'],
      ['a program of a folder', { 'bin/tool': 'echo old\n' }, 'PATH=$PWD/bin:$PATH tool', 'bin/tool'],
      ['a folder that is a program', { 'sub/index.js': '1' }, 'node sub', 'sub/index.js'],
      ['a list of scripts', { list: 'inner\n', inner: 'echo old\n' }, 'xargs sh < list', 'inner'],
      ['an include by a plain name', { Makefile: 'include rules\n', rules: MAKE }, 'make', 'rules'],
      ['an include by a pattern', { Makefile: 'include c/*.mk\n', 'c/a.mk': MAKE }, 'make', 'c/a.mk'],
      ['a Makefile below', { Makefile: 'all:\n\t$(MAKE) -C sub\n', 'sub/Makefile': MAKE }, 'make', 'sub/Makefile'],
      ['a script by a plain name', { 'package.json': '{"scripts":{"test":"sh t"}}', t: 'echo old\n' }, 'npm test', 't'],
      [
        'a script without its ending',
        { 'package.json': '{"scripts":{"test":"node t"}}', 't.js': '1' },
        'npm test',
        't.js',
      ],
      [
        'a folder that a script goes to',
        { 'package.json': '{"scripts":{"test":"cd sub && make"}}', 'sub/Makefile': MAKE },
        'npm test',
        'sub/Makefile',
      ],
      [
        'a package of a workspace',
        {
          'package.json': '{"workspaces":["packages/*"]}',
          'packages/a/package.json': '{"scripts":{"test":"echo old"}}',
        },
        'npm test -w a',
        'packages/a/package.json',
      ],
      [
        'what lies beside a script',
        { 's/x.sh': '. "$(dirname "$0")/lib.sh"\n', 's/lib.sh': 'echo old\n' },
        'bash s/x.sh',
        's/lib.sh',
      ],
    ]),
  )(
    'a yes to a command does not count when %s was swapped while the person looked',
    async (_, files, command, path) => {
      const test = await open(files, times => {
        if (times === 1) test.write(path, 'other\n');
      });
      await test.bash(command);
      expect(test.asked.length).toBe(2);
    },
  );

  it('a yes to a command counts when nothing of what steers it has changed, also where other files have', async () => {
    const test = await open({ Makefile: 'all:\n\t@echo made\n', 'notes.txt': 'a\n' }, () => {
      test.write('notes.txt', 'b\n');
      test.write('Makefile', 'all:\n\t@echo made\n');
    });
    expect((await test.bash('make')).output).toContain('made');
    expect(test.asked.length).toBe(1);
  });

  it('a yes to a command counts no longer when settings have come that were not there', async () => {
    const test = await open({ 'a.txt': '' }, times => {
      if (times === 1) test.write('GNUmakefile', 'all:\n\techo evil\n');
    });
    await test.bash('make');
    expect(test.asked.length).toBe(2);
  });

  it('a yes to a command that came late is for the folder that it was asked for, and for what steered it then', async () => {
    const files = { 'one/Makefile': 'all:\n\t@echo one\n', 'two/Makefile': 'all:\n\t@echo two\n' };
    const test = await openGate(files, {
      policy: { extends: 'privileged', danger: { safe: 'ask', moderate: 'ask' } },
      approver: undefined,
    });
    const make = (working_dir: string) => test.gate.execute({ name: 'bash', args: { command: 'make', working_dir } });
    const idOf = async (working_dir: string) => String((await make(working_dir)).error?.details?.approvalID);
    const [id] = [await idOf('one')];
    await test.gate.approvals.answer(id!, 'allow_once', 'me');
    expect((await make('two')).ok).toBe(false);
    test.write('one/Makefile', 'all:\n\t@echo evil\n');
    expect((await make('one')).ok).toBe(false);
    test.write('one/Makefile', files['one/Makefile']);
    expect((await make('one')).output).toContain('one');
    expect((await make('one')).ok).toBe(false);
  });

  it('a yes to a command is for the folder that the session stands in, though the arguments are the same', async () => {
    const test = await openGate(
      { 'one/a.txt': '', 'two/a.txt': '' },
      {
        policy: { extends: 'privileged', rules: [{ tool: 'bash', match: 'touch*', verdict: 'ask' }] },
        approver: undefined,
      },
    );
    const bash = (command: string) => test.gate.execute({ name: 'bash', args: { command } });
    await bash('cd one');
    const first = await bash('touch b.txt');
    await test.gate.approvals.answer(String(first.error?.details?.approvalID), 'allow_once', 'me');
    await bash('cd ../two');
    expect((await bash('touch b.txt')).ok).toBe(false);
    await bash('cd ../one');
    expect((await bash('touch b.txt')).ok).toBe(true);
    expect([test.exists('one/b.txt'), test.exists('two/b.txt')]).toEqual([true, false]);
  });
});

it('the question about a command shows the folder that it runs in', async () => {
  const test = await open({ 'sub/a.txt': '' });
  await test.bash('ls', { working_dir: 'sub' });
  await test.bash('ls', { working_dir: '.' });
  const [below, root] = test.asked.map(renderRequest);
  expect(below).toContain('In the folder: sub\n');
  expect(root).toContain(`In the folder: ${test.gate.workspace.root} (the workspace itself)\n`);
  const [first] = test.asked;
  expect(first?.cwd).toBe('sub');
});

it('an always is the person’s word on the command: it holds though what steers it has changed meanwhile', async () => {
  let times = 0;
  const test = await openGate(
    { 'package.json': '{"scripts":{"test":"echo old"}}' },
    {
      policy: { extends: 'privileged', danger: { moderate: 'ask' } },
      approver: () => {
        times++;
        test.write('package.json', '{"scripts":{"test":"echo new"}}');
        return 'allow_always';
      },
    },
  );
  const run = () => test.gate.execute({ name: 'bash', args: { command: 'npm test' } });
  expect((await run()).output).toContain('new');
  test.write('package.json', '{"scripts":{"test":"echo newer"}}');
  expect((await run()).output).toContain('newer');
  expect(times).toBe(1);
});
