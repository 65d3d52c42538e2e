import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openGate } from '../support/worlds/open-gate.ts';

const SECRET = 'hidden-content-7f3a\n';
const run = (code: string) => ({ name: 'run_code', args: { language: 'bash', code } });
const OUTSIDE = { outsideUndo: ['node_modules/', 'dist/', '.vscode/', '.github/'] };
const hides = { effect: 'read', match: '.env', verdict: 'deny' } as const;

describe('what a rule hides', () => {
  const open = () =>
    openGate(
      { 'sub/.env': SECRET, 'sub/a': 'a', 'node_modules/p/.env': SECRET },
      { ...OUTSIDE, approver: () => 'allow_once', policy: { extends: 'privileged', rules: [hides] } },
    );

  it.each(['rm -rf sub', 'mv sub moved', 'rm -rf sub; echo x > sub'])(
    'what a rule hides is not in the diff of a dry run: %s',
    async command => {
      const { gate } = await open();
      const ran = await gate.execute({ name: 'bash', args: { command, dryRun: true } });
      expect(JSON.stringify(ran)).not.toContain('hidden-content');
    },
  );

  it('what a rule hides is hidden in folders whose names are no text, and under such names', async () => {
    const { gate, root } = await open();
    const odd = Buffer.concat([Buffer.from(`${root}/odd`), Buffer.from([0xff])]);
    mkdirSync(odd);
    writeFileSync(Buffer.concat([odd, Buffer.from('/.env')]), SECRET);
    const ran = await gate.execute(run('cat odd*/.env'));
    expect(JSON.stringify(ran)).not.toContain('hidden-content');
  });

  it('what a rule hides is hidden where a hidden link leads to', async () => {
    const { gate, root } = await open();
    writeFileSync(join(root, 'real.txt'), SECRET);
    symlinkSync('real.txt', join(root, '.env'));
    const ran = await gate.execute(run('cat real.txt .env'));
    expect(JSON.stringify(ran)).not.toContain('hidden-content');
  });

  it('what a rule hides is not overwritten in a folder that is outside of undo', async () => {
    const { gate, read } = await open();
    await gate.execute(run('echo evil > node_modules/p/.env'));
    expect(read('node_modules/p/.env')).toBe(SECRET);
  });
});

describe('folders outside of undo', () => {
  it('folders outside of undo are judged path by path like all others', async () => {
    const rules = [{ effect: 'write', match: 'dist/keep', verdict: 'deny' }] as const;
    const { gate, read } = await openGate(
      { 'dist/keep': 'kept' },
      { ...OUTSIDE, approver: () => 'allow_once', policy: { extends: 'privileged', rules } },
    );
    await gate.execute(run('echo evil > dist/keep'));
    expect(read('dist/keep')).toBe('kept');
  });

  it('folders outside of undo hold nothing that runs later by itself, unasked', async () => {
    const { gate, root } = await openGate(
      {},
      { ...OUTSIDE, approver: () => 'reject_once', policy: { extends: 'privileged' } },
    );
    await gate.execute(
      run('mkdir -p .vscode .github/workflows; echo x > .vscode/tasks.json; echo x > .github/workflows/x.yml'),
    );
    for (const path of ['.vscode/tasks.json', '.github/workflows/x.yml'])
      expect(existsSync(join(root, path))).toBe(false);
  });

  it.each(['rm -rf pkg', 'mv pkg moved'])(
    'folders outside of undo go with the folder that they lie in: %s',
    async command => {
      const { gate, root } = await openGate(
        { 'pkg/a': 'a', 'pkg/node_modules/x/i.js': '1' },
        { ...OUTSIDE, approver: () => 'allow_once', policy: { extends: 'privileged' } },
      );
      const ran = await gate.execute({ name: 'bash', args: { command } });
      expect(ran.error).toBeUndefined();
      expect(existsSync(join(root, 'pkg'))).toBe(false);
    },
  );
});

it('folders outside of undo stay where they are when the rest may not go', async () => {
  const rules = [{ effect: 'delete', match: 'pkg/a', verdict: 'deny' }] as const;
  const { gate, read } = await openGate(
    { 'pkg/a': 'a', 'pkg/node_modules/x/i.js': '1' },
    { ...OUTSIDE, approver: () => 'allow_once', policy: { extends: 'privileged', rules } },
  );
  const ran = await gate.execute(run('rm -rf pkg'));
  expect(ran.error?.code).toBe('POLICY_DENIED');
  expect([read('pkg/a'), read('pkg/node_modules/x/i.js')]).toEqual(['a', '1']);
});

describe('this machine', () => {
  const listening = async () => {
    const server = createServer((_, response) => response.end('the-machine-answers'));
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return (server.address() as AddressInfo).port;
  };
  const curl = (port: number) =>
    ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f.1', '2130706433']
      .map(host => `curl -s --noproxy '' http://${host}:${port}/; curl -s http://${host}:${port}/`)
      .join('\n');

  it('this machine is not opened by a yes to a command', async () => {
    const port = await listening();
    const { gate } = await openGate({}, { approver: () => 'allow_once', policy: 'privileged' });
    const ran = await gate.execute({ name: 'bash', args: { command: curl(port) } });
    expect(ran.output).not.toContain('the-machine-answers');
    expect(ran.output).toContain('a rule can');
  });

  it('this machine is opened by a rule', async () => {
    const port = await listening();
    const policy = { extends: 'privileged', network: { allow: ['127.0.0.1'] } } as const;
    const { gate } = await openGate({}, { approver: () => 'allow_once', policy });
    const ran = await gate.execute({ name: 'bash', args: { command: `curl -s http://127.0.0.1:${port}/` } });
    expect(ran.output).toContain('the-machine-answers');
  });

  it('this machine is not in the way of a server that a command starts for itself', async () => {
    const policy = { extends: 'privileged', network: { allow: ['example.org'] } } as const;
    const { gate } = await openGate({ 'index.html': 'my own' }, { approver: () => 'allow_once', policy });
    const code = `node -e 'http.createServer((_, answer) => answer.end(fs.readFileSync("index.html"))).listen(8099)' &
for try in $(seq 100); do curl -s http://127.0.0.1:8099/index.html && break; sleep 0.1; done`;
    expect((await gate.execute(run(code))).output).toContain('my own');
  });
});

describe('the devices of a sandbox', () => {
  it('the devices of a sandbox cannot be changed, also where root has started it', async () => {
    const { gate } = await openGate({}, { approver: () => 'allow_once', policy: { extends: 'privileged' } });
    const ran = await gate.execute(run('chmod 666 /dev/full && echo changed'));
    expect(JSON.stringify(ran)).not.toContain('changed\\n');
  });

  it('the devices of a sandbox do not close the pipes of later commands', async () => {
    const { gate } = await openGate({}, { approver: () => 'allow_once', policy: { extends: 'privileged' } });
    await gate.execute(run('chmod 000 /dev/stdout /dev/stderr'));
    const ran = await gate.execute(run('stat -L -c %a /dev/stdout'));
    expect(JSON.stringify(ran.error ?? '')).toBe('""');
  });
});

it('what a dry run puts into the cache of package managers does not last', async () => {
  const { gate } = await openGate({}, { approver: () => 'allow_once', policy: 'privileged' });
  const bash = (command: string, dryRun: boolean) => gate.execute({ name: 'bash', args: { command, dryRun } });
  await bash('mkdir -p ~/.cache && echo kept > ~/.cache/kept', false);
  await bash('mkdir -p ~/.cache && echo dry > ~/.cache/dry', true);
  expect((await bash('cat ~/.cache/*', false)).output).toMatch(/^kept\n/);
});
