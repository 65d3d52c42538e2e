import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type * as Api from '../../src/console/api.ts';
import { type OpenCli, openCli, writeOwnTool } from '../support/cli/open-cli.ts';

interface Said {
  readonly url: string;
  readonly token: string;
  readonly console: string;
}

/** Starts it, and gives what a person or a program needs to come in. */
async function start(cli: OpenCli, args: readonly string[] = []) {
  const started = cli.start(['serve', '--port', '0', '--json', ...args]);
  await started.until('}\n');
  const line = started
    .said()
    .split('\n')
    .find(each => each.startsWith('{'));
  const said = JSON.parse(line ?? '') as Said;
  const { origin, searchParams } = new URL(said.console);
  const headers = { Authorization: `Bearer ${searchParams.get('token')}`, 'Content-Type': 'application/json' };
  return {
    ...started,
    ...said,
    get: async <T>(path: string) => (await (await fetch(`${origin}/api/${path}`, { headers })).json()) as T,
    post: (path: string, body: unknown = {}) =>
      fetch(`${origin}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  };
}

const pause = () => sleep(100);

describe('toolgate serve', () => {
  it('toolgate serve gives a link that opens the console, and ends when it is told to', async () => {
    const cli = openCli({ 'a.txt': 'a\n' });
    const served = await start(cli);
    const link = new URL(served.console);
    expect([link.hostname, link.pathname]).toEqual(['127.0.0.1', '/']);
    // 503 where the page was not built.
    const page = await fetch(link);
    expect([200, 503]).toContain(page.status);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect((await fetch(link.origin)).status).toBe(401);
    // An agent's token opens MCP, and does not let it answer its own questions.
    const agent = { Authorization: `Bearer ${served.token}` };
    expect((await fetch(served.url, { headers: agent })).status).not.toBe(401);
    for (const path of ['/', '/api/overview', '/api/approvals', `/?token=${served.token}`])
      expect((await fetch(`${link.origin}${path}`, { headers: agent })).status).toBe(401);
    expect(await served.get<Api.Overview>('overview')).toMatchObject({ workspace: cli.root, policy: 'standard' });
    served.child.kill('SIGTERM');
    expect(await served.ended()).toBe(0);
  });

  it('toolgate serve says the link first, and where the page is missing how to build it', async () => {
    const cli = openCli();
    const started = cli.start(['serve', '--port', '0']);
    await started.until('Ctrl-C ends it');
    expect(started.said()).toMatch(
      /Console: http:\/\/127\.0\.0\.1:\d+\/\?token=\S+\nMCP: {5}http:\S+\/mcp\nToken: {3}\S+\n/,
    );
    started.child.kill('SIGTERM');
    expect(await started.ended()).toBe(0);
  });

  it('toolgate serve shows what other processes do in the same workspace, and lets people answer them', async () => {
    const cli = openCli({ 'a.txt': 'old\n' });
    const served = await start(cli);
    const write = ['exec', 'write_file', '--args', '{"path":"a.txt","content":"new\\n"}', '--no-input'];
    expect(cli.run(write).status).toBe(3);
    const { pending } = await served.get<Api.ApprovalList>('approvals');
    expect(pending).toMatchObject([{ tool: 'write_file', waiting: false }]);
    expect((await served.post(`approvals/${pending[0]?.id}`, { answer: 'allow_once' })).status).toBe(200);
    expect(cli.run(write).status).toBe(0);
    expect(cli.read('a.txt')).toBe('new\n');
    served.child.kill('SIGTERM');
    await served.ended();
  });
});

it('toolgate serve has the tools that the user has named', async () => {
  const cli = openCli();
  const tools = writeOwnTool(cli, 'mine');
  writeFileSync(join(cli.folder, 'config', 'toolgate', 'config.json'), JSON.stringify({ tools }));
  const served = await start(cli);
  expect((await served.get<Api.ToolList>('tools')).tools.map(({ name }) => name)).toContain('mine');
  expect(await (await served.post('tools/mine/try', { args: {} })).text()).toContain('it is mine');
  served.child.kill('SIGTERM');
  expect(await served.ended()).toBe(0);
});

describe('toolgate serve --demo', () => {
  it('toolgate serve --demo plays a scripted agent when it is asked to, in a folder that is gone in the end', async () => {
    const served = await start(openCli(), ['--demo']);
    const { workspace, demo } = await served.get<Api.Overview>('overview');
    expect([demo, existsSync(workspace)]).toEqual([{ running: false }, true]);
    expect((await served.post('demo/start')).status).toBe(204);
    expect((await served.post('demo/start')).status).toBe(409);
    let agents: readonly Api.AgentState[] = [];
    for (; !agents.some(({ agent }) => agent === 'demo/reader-1'); await pause())
      ({ agents } = await served.get<Api.AgentList>('agents'));
    served.child.kill('SIGTERM');
    expect(await served.ended()).toBe(0);
    expect(existsSync(workspace)).toBe(false);
  });
});
