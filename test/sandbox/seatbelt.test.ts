import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../src/sandbox/create-sandbox.ts';
import { PROGRAM, type Sandbox, type SandboxJob } from '../../src/sandbox/port.ts';
import { removeTree } from '../../src/system/remove-tree.ts';
import { fakeSandboxExec } from '../support/sandbox/fake-sandbox-exec.ts';

const MIB = 1024 * 1024;
const LIMITS = {
  time: 50_000,
  cpu: 50,
  memory: 1024 * MIB,
  processes: 100,
  fileSize: 64 * MIB,
  disk: 1024 * MIB,
  files: 256,
};

/** The road of macOS, with another program at the end of it that keeps to the profile as far as it can. */
async function openMac(holds = true) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-mac-')));
  onTestFinished(() => removeTree(folder));
  const root = join(folder, 'workspace');
  mkdirSync(join(root, 'sub'), { recursive: true });
  writeFileSync(join(root, 'a.txt'), 'a\n');
  writeFileSync(join(root, 'hidden.txt'), 'hidden\n');
  writeFileSync(join(folder, 'outside.txt'), 'outside\n');
  const fake = fakeSandboxExec(join(folder, 'fake'), { holds });
  const sandbox = await createSandbox({
    env: { PATH: process.env.PATH, SECRET_TOKEN: 'not-for-commands' },
    platform: 'darwin',
    folder: join(folder, 'state'),
    cache: join(folder, 'cache'),
    sandboxExec: fake.program,
  });
  return {
    folder,
    root,
    fake,
    sandbox,
    run: (command: string, more?: Partial<SandboxJob>) => run(sandbox, root, command, more),
  };
}

async function run(sandbox: Sandbox, root: string, command: string, more: Partial<SandboxJob> = {}) {
  let output = '';
  const ended = await sandbox.run({
    argv: ['bash', '-c', `eval "$(< ${PROGRAM})"`],
    program: command,
    root,
    cwd: root,
    view: { kind: 'real' },
    hidden: [join(root, 'hidden.txt')],
    env: {},
    limits: LIMITS,
    onOutput: chunk => {
      output += chunk.toString();
    },
    ...more,
  });
  return { ...ended, output };
}

describe('on macOS', () => {
  it('sandbox-exec is tried before it is trusted, and there is no overlay', async () => {
    const { sandbox } = await openMac();
    expect(sandbox).toMatchObject({ kind: 'seatbelt', proved: true, overlay: false });
    expect(sandbox.findings.map(({ part, ok }) => [part, ok])).toEqual([
      ['sandbox', true],
      ['overlay', false],
      ['memory', true],
    ]);
  });

  it('on macOS what is read-only can be read and not written, and what is pinned neither removed nor renamed', async () => {
    const { root, run: runHere, fake } = await openMac();
    const held = { readOnly: [join(root, 'sub')], pinned: [join(root, 'a.txt')] };
    const { output } = await runHere('echo x > sub/new || echo refused; ls sub; echo y > a.txt; cat a.txt', held);
    expect([output.includes('refused'), output.endsWith('y\n'), existsSync(join(root, 'sub/new'))]).toEqual([
      true,
      true,
      false,
    ]);
    const { profile } = fake.calls().at(-1)!;
    expect(profile).toContain(`(deny file-write* (subpath "${root}/sub"))`);
    expect(profile).toContain(`(deny file-write-unlink (literal "${root}/a.txt"))`);
  });

  it('a sandbox-exec that does not hold is not used', async () => {
    const { sandbox, run: runHere } = await openMac(false);
    expect(sandbox).toMatchObject({ kind: 'none', proved: false });
    expect(sandbox.findings[0]?.says).toMatch(/^it does not hold: outside-seen, network/);
    await expect(runHere('echo x')).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' });
  });

  it('on macOS: without sandbox-exec nothing runs, and it is said why', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolgate-mac-'));
    onTestFinished(() => removeTree(folder));
    const missing = join(folder, 'none');
    const sandbox = await createSandbox({ env: {}, platform: 'darwin', folder, sandboxExec: missing });
    expect(sandbox).toMatchObject({ kind: 'none', findings: [{ says: expect.stringContaining('ENOENT') }] });
  });

  it('a profile that sandbox-exec refuses is told in its own words', async () => {
    const { folder, fake, run: runHere } = await openMac();
    writeFileSync(fake.program, '#!/bin/sh\necho "sandbox-exec: line 3: syntax error" >&2\nexit 65\n');
    await expect(runHere('echo x')).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringContaining('line 3: syntax error'),
    });
    expect(existsSync(folder)).toBe(true);
  });

  it('a command on macOS runs by the profile of its job, with its limits', async () => {
    const { root, fake, folder, run: runHere } = await openMac();
    const { code, output, told } = await runHere('cd sub; echo "$PWD"; ulimit -n; pwd >&6');
    expect({ code, output, told }).toEqual({ code: 0, output: `${root}/sub\n256\n`, told: `${root}/sub\n` });
    const { profile, command } = fake.calls().at(-1)!;
    expect(profile).toContain(`(allow file-write* (subpath "${root}") `);
    expect(profile).toContain(`(subpath "${join(folder, 'cache')}")`);
    expect(profile).toContain(`(deny file* (subpath "${root}/hidden.txt"))`);
    expect(profile).not.toContain('network');
    expect(command.slice(0, 2)).toEqual(['/bin/sh', '-c']);
    expect(command.slice(3, 5)).toEqual(['toolgate', root]);
    expect(command.slice(-3)).toEqual(['bash', '-c', 'eval "$(< /dev/fd/8)"']);
  });

  it('a command on macOS writes to the workspace, and sees neither what is hidden, nor what is outside, nor our environment', async () => {
    const { root, folder, run: runHere } = await openMac();
    const { output } = await runHere(
      `echo new > new.txt; cat hidden.txt; cat "${folder}/outside.txt"; echo x > "${folder}/outside.txt"; env`,
    );
    expect(readFileSync(join(root, 'new.txt'), 'utf8')).toBe('new\n');
    expect(output).not.toMatch(/^hidden$|^outside$|not-for-commands/m);
    expect(readFileSync(join(folder, 'outside.txt'), 'utf8')).toBe('outside\n');
  });

  it('on macOS allowed hosts are reached through a proxy on a port of the machine, and others are told', async () => {
    const server = http.createServer((_, response) => response.end('reached'));
    onTestFinished(() => void server.close());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { fake, run: runHere } = await openMac();
    const fetch = (host: string) => `curl -s -o answer -w '%{http_code}\\n' http://${host}:${port}/`;
    const mayReach = (host: string) => host === 'localhost';
    const { output, refused } = await runHere(
      `${fetch('localhost')}; ${fetch('elsewhere.example')}; echo $http_proxy`,
      {
        mayReach,
      },
    );
    expect(output).toMatch(/^200\n403\n/);
    expect(refused).toEqual([{ host: 'elsewhere.example', near: false }]);
    const proxyPort = /http:\/\/127\.0\.0\.1:(\d+)\n$/.exec(output)?.[1];
    expect(fake.calls().at(-1)?.profile).toContain(`(allow network-outbound (remote ip "localhost:${proxyPort}"))`);
  });

  it('on macOS an overlay is refused rather than passed by', async () => {
    const { root, folder, run: runHere } = await openMac();
    const view = { kind: 'overlay', layers: { folder, above: [] } } as const;
    await expect(runHere('echo x > a.txt', { view })).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' });
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('a\n');
  });
});

it('a system that has no sandbox says where there is one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-mac-'));
  onTestFinished(() => removeTree(folder));
  const sandbox = await createSandbox({ env: {}, platform: 'win32', folder });
  expect(sandbox).toMatchObject({ kind: 'none', findings: [{ next: expect.stringContaining('WSL') }] });
});
