import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectMcpServers, type StdioServer } from '../../../src/adapters/mcp/client/index.ts';
import { combineMcpServers } from '../../../src/config/keys/mcp-servers.ts';
import { createSandbox } from '../../../src/sandbox/create-sandbox.ts';
import { createLandlock } from '../../../src/sandbox/plain/create-landlock.ts';
import { startServer } from '../../../src/sandbox/start-server.ts';
import { removeTree } from '../../../src/system/remove-tree.ts';
import { openCli } from '../../support/cli/open-cli.ts';
import { sayYes } from '../../support/cli/open-terminal.ts';
import { hostileServer } from '../../support/mcp/hostile-server.ts';
import { openGate, type TestGate } from '../../support/worlds/open-gate.ts';

const SECRET = 'a-secret-of-this-machine';

/** A gate with the hostile server, and a way to have it do something. */
async function open(sandbox: StdioServer['sandbox'] = {}, given?: TestGate) {
  const test = given ?? (await openGate({ '.env': SECRET }, { policy: 'privileged', approver: () => 'allow_once' }));
  const { file, folder } = hostileServer();
  const config: StdioServer = {
    command: process.execPath,
    args: [file],
    env: { GIVEN: 'yes' },
    sandbox: sandbox === false ? false : { ...sandbox, read: [folder, ...(sandbox.read ?? [])] },
  };
  const problems: string[] = [];
  const servers = connectMcpServers(
    test.gate,
    { hostile: config },
    { env: { ...process.env, SECRET_TOKEN: SECRET }, onProblem: (_, problem) => void problems.push(problem) },
  );
  onTestFinished(() => servers.close());
  await servers.ready();
  const run = async (code: string) => {
    await test.gate.registry.show('hostile__do').catch(() => undefined);
    const outcome = await test.gate.execute({ name: 'hostile__do', args: { code } });
    return outcome.ok ? String(outcome.value ?? outcome.output) : `refused: ${outcome.output}`;
  };
  return { ...test, servers, problems, run, folder };
}

const fs = "const fs = require('node:fs');";

describe('a server in the sandbox', () => {
  it('a server in the sandbox sees neither the home, nor the workspace, nor our state, nor our environment', async () => {
    const { run, root, storeFile } = await open();
    const letters = readdirSync(homedir(), { withFileTypes: true }).filter(entry => entry.isFile());
    const hidden = [join(root, '.env'), storeFile, '/etc/shadow', ...letters.map(({ name }) => join(homedir(), name))];
    for (const path of hidden)
      expect(await run(`${fs} return fs.readFileSync(${JSON.stringify(path)})`), path).toMatch(
        /^failed: E(?:NOENT|ACCES)/,
      );
    const entries = (path: string) => run(`${fs} return fs.readdirSync(${JSON.stringify(path)})`);
    expect(await entries(root)).toMatch(/^failed: ENOENT/);
    // Its own folder lies there, and nothing else of it is shown.
    expect(await entries(dirname(storeFile))).toBe('servers');
    expect(await entries(join(dirname(storeFile), 'servers'))).toBe('hostile');
    expect(await run('return JSON.stringify(process.env)')).not.toContain(SECRET);
    expect(await run('return process.env.GIVEN')).toBe('yes');
    expect(await run('return require("node:os").homedir() === process.cwd()')).toBe('true');
  });

  it('a server in the sandbox keeps what it writes to its own folder, and nothing else', async () => {
    const first = await open();
    expect(await first.run(`${fs} fs.writeFileSync(process.env.HOME + '/kept', 'mine'); return 'done'`)).toBe('done');
    expect(await first.run(`${fs} fs.writeFileSync('/usr/evil', ''); return 'done'`)).toMatch(/^failed/);
    expect(await first.run(`${fs} fs.writeFileSync(${JSON.stringify(join(first.folder, 'x'))}, ''); return 1`)).toMatch(
      /^failed/,
    );
    await first.run('process.exit(0)');
    const read = () => first.run(`${fs} return fs.readFileSync(process.env.HOME + '/kept')`);
    // It is brought up again after a pause.
    await expect.poll(read).toBe('mine');
  });

  it('a server in the sandbox reads and writes the folders that its entry names', async () => {
    const test = await openGate(
      { 'docs/a.txt': 'words', 'out/b.txt': '' },
      { policy: 'privileged', approver: () => 'allow_once' },
    );
    const { run, root } = await open({ read: ['docs'], write: [join(test.root, 'out')] }, test);
    expect(await run(`${fs} return fs.readFileSync(${JSON.stringify(join(root, 'docs/a.txt'))})`)).toBe('words');
    expect(await run(`${fs} fs.writeFileSync(${JSON.stringify(join(root, 'docs/a.txt'))}, 'x'); return 1`)).toMatch(
      /^failed/,
    );
    expect(await run(`${fs} fs.writeFileSync(${JSON.stringify(join(root, 'out/b.txt'))}, 'made'); return 1`)).toBe('1');
    expect(readFileSync(join(root, 'out/b.txt'), 'utf8')).toBe('made');
  });

  it('a server in the sandbox has no network but the hosts that its entry names', async () => {
    const listening = createServer((_, response) => response.end('reached'));
    await new Promise<void>(done => listening.listen(0, '127.0.0.1', done));
    onTestFinished(() => void listening.close());
    const { port } = listening.address() as AddressInfo;
    const ask = `return await (await fetch('http://127.0.0.1:${port}/')).text()`;
    expect(await (await open()).run(ask)).toMatch(/^failed/);
    expect(await (await open({ hosts: ['*'] })).run(ask)).not.toBe('reached');
    const named = await open({ hosts: ['127.0.0.1'] });
    expect(await named.run(ask)).toBe('reached');
    expect(await named.run(`return (await fetch('http://192.0.2.1/')).status`)).toMatch(/403|failed/);
  });

  it('a server in the sandbox leaves no process behind', async () => {
    const { run, servers } = await open();
    const mark = `9${Date.now()}`;
    const code = `const { spawn } = require('node:child_process'); for (const detached of [true, false]) spawn('sleep', ['${mark}'], { detached, stdio: 'ignore' }).unref(); return 'begun'`;
    expect(await run(code)).toBe('begun');
    const left = () =>
      readdirSync('/proc').filter(pid => {
        try {
          return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark);
        } catch {
          return false;
        }
      });
    expect(left()).not.toEqual([]);
    await servers.close();
    expect(left()).toEqual([]);
  });

  it('a gate that is closed ends its servers', async () => {
    const { gate, run } = await open();
    expect(await run('return 1')).toBe('1');
    await gate.close();
  });

  it.each([
    [{ read: ['~'] }, 'is not shown to a server'],
    [{ write: ['/'] }, 'is not shown to a server'],
    [{ read: ['nowhere'] }, 'There is no'],
    [{ hosts: ['https://example.org/'] }, 'is a URL'],
  ])('a server whose entry says %j is not started', async (sandbox, says) => {
    expect((await open(sandbox)).problems.join()).toContain(says);
  });

  it('a server that cannot see its own program says what to name', async () => {
    const { gate } = await openGate({});
    const { file } = hostileServer();
    const problems: string[] = [];
    const servers = connectMcpServers(
      gate,
      { blind: { command: process.execPath, args: [file] } },
      { onProblem: (_, problem) => void problems.push(problem) },
    );
    onTestFinished(() => servers.close());
    await servers.ready();
    expect(problems.join()).toContain(`cannot see ${file}: name it in "sandbox": { "read": […] }`);
  });

  it.each([{}, false as const])('a server that is Toolgate does not start itself without end: %j', async sandbox => {
    const { gate } = await openGate({});
    const problems: string[] = [];
    const servers = connectMcpServers(
      gate,
      { again: { command: process.execPath, args: ['-e', ''], sandbox } },
      { env: { ...process.env, TOOLGATE_SERVERS_ABOVE: '3' }, onProblem: (_, problem) => void problems.push(problem) },
    );
    onTestFinished(() => servers.close());
    await servers.ready();
    expect(problems.join()).toContain('starting itself without end');
  });

  it('a server that says so runs outside, with all rights', async () => {
    const { run, servers, root } = await open(false);
    expect(await run(`${fs} return fs.readFileSync(${JSON.stringify(join(root, '.env'))})`)).toBe(SECRET);
    expect(servers.state()).toMatchObject([{ name: 'hostile', outside: true }]);
  });

  it('a server in the sandbox: where there is no sandbox a server is refused, with what to do', async () => {
    const { gate, root } = await openGate({});
    const sandbox = () => createSandbox({ env: process.env, folder: root, platform: 'win32' });
    const server = { name: 'any', command: 'true', onOutput: () => {} };
    const options = { sandbox, env: process.env, root, folder: root, ending: gate.ending };
    await expect(startServer(server, options)).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      suggestion: expect.stringContaining('"sandbox": false'),
    });
  });
});

it('behind Landlock a server sees as little, and one that needs hosts is refused', async () => {
  const { gate, root } = await openGate({ '.env': SECRET });
  const { file, folder } = hostileServer();
  const state = mkdtempSync(join(tmpdir(), 'landlock-'));
  onTestFinished(() => removeTree(state));
  const sandbox = async () =>
    ({
      kind: 'landlock',
      proved: true,
      overlay: false,
      findings: [],
      run: createLandlock({ env: process.env }),
    }) as const;
  const options = { sandbox, env: process.env, root, folder: state, ending: gate.ending };
  let said = '';
  const server = {
    name: 'hostile',
    command: process.execPath,
    args: [file],
    read: [folder],
    onOutput: (chunk: Buffer) => {
      said += chunk;
    },
  };
  await expect(startServer({ ...server, mayReach: () => true }, options)).rejects.toThrow('has no network');
  const started = await startServer(server, options);
  const codes = [`return require('node:fs').readFileSync(${JSON.stringify(join(root, '.env'))})`, 'return 6 * 7'];
  for (const [id, code] of codes.entries())
    started.input.write(
      `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { arguments: { code } } })}\n`,
    );
  await expect.poll(() => said).toMatch(/"42"/);
  expect(said).toMatch(/failed: EACCES/);
  expect(said).not.toContain(SECRET);
  started.stop();
  expect((await started.ended).stopped).toBe('aborted');
});

describe('a server of a project', () => {
  it('what a project says of a sandbox is not believed, what the user says of that server is', () => {
    const project = { a: { command: 'x', sandbox: false as const }, b: { command: 'y', env: { T: 'x' } } };
    expect(combineMcpServers({}, project, true)).toEqual({
      a: { command: 'x', sandbox: { env: [] } },
      b: { command: 'y', env: { T: 'x' }, sandbox: { env: [] } },
    });
    const own = { a: { sandbox: false as const }, b: { sandbox: { read: ['docs'] } }, c: { sandbox: {} } };
    expect(combineMcpServers(own, project, true)).toEqual({
      a: { command: 'x', sandbox: false },
      b: { command: 'y', env: { T: 'x' }, sandbox: { read: ['docs'], env: [] } },
    });
  });

  it('it gets no variable of ours that the user has not named, and doctor says so and which run outside', async () => {
    const { file, folder } = hostileServer();
    const server = { command: process.execPath, args: [file], env: { TOKEN: `\${MY_TOKEN}` }, sandbox: false };
    const cli = openCli({ 'toolgate.config.json': JSON.stringify({ mcpServers: { hostile: server } }) });
    expect((await sayYes(cli, ['trust'])).code).toBe(0);
    const user = join(cli.folder, 'config', 'toolgate');
    mkdirSync(user, { recursive: true });
    const said = (sandbox: unknown) => {
      writeFileSync(join(user, 'config.json'), JSON.stringify({ mcpServers: { hostile: { sandbox } } }));
      return cli.run(['doctor'], { env: { MY_TOKEN: SECRET } }).stdout;
    };
    expect(said({ read: [folder] })).toMatch(/-- +mcp hostile .*asks for the variable MY_TOKEN/);
    expect(said({ read: [folder], env: ['MY_TOKEN'] })).toMatch(/ok +mcp hostile +1 tools$/m);
    expect(said(false)).toMatch(/ok +mcp hostile +1 tools; it runs OUTSIDE of the sandbox/);
    expect(existsSync(join(cli.root, 'kept'))).toBe(false);
  });
});
