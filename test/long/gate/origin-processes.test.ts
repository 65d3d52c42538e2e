import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createToolgate } from '../../../src/index.ts';
import { removeTree } from '../../../src/system/remove-tree.ts';
import { connectWorkers } from '../../../src/workers/index.ts';
import { Conversation } from '../../cases/origin/conversation.ts';
import { type Step, someSteps } from '../../cases/origin/steps.ts';
import { ORIGIN_TOOLS } from '../../cases/origin/tools.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres/postgres-server.ts';
import { programPath } from '../../support/program-path.ts';
import { agentsOf } from '../../support/workers/worker-gate.ts';

let server: PostgresServer;
let folder: string;
let made = 0;
beforeAll(async () => {
  server = await startPostgres();
  folder = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), 'toolgate-origin-killed-')));
});
afterAll(async () => {
  await server?.stop();
  await removeTree(folder);
});

type Opened = ConstructorParameters<typeof Conversation>[0];

const STORES: Readonly<Record<string, () => Promise<Opened>>> = {
  'a file': async () => ({ workspace: folder, store: join(folder, `${++made}.db`) }),
  PostgreSQL: async () => ({ workspace: folder, store: await server.createDatabase(), workspaceID: 'test' }),
};

/** Takes steps in a process of its own, and kills it in the moment in which it tells of the last one. */
async function takeAndKill(options: Opened, steps: readonly Step[]): Promise<readonly boolean[]> {
  const child = spawn(process.execPath, [programPath('origin-steps'), JSON.stringify({ ...options, steps })], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const told: boolean[] = [];
  for await (const line of createInterface({ input: child.stdout! })) {
    told.push(line === 'stopped');
    if (told.length === steps.length) break;
  }
  child.kill('SIGKILL');
  await ended;
  return told;
}

async function takeAll(conversation: Conversation, steps: readonly Step[]): Promise<readonly boolean[]> {
  const all: boolean[] = [];
  try {
    for (const step of steps) all.push(await conversation.take(step));
  } finally {
    await conversation.close();
  }
  return all;
}

describe.each(Object.keys(STORES))('in %s', kind => {
  it(`what others wrote is known after the process that read it was killed, in ${kind}`, async () => {
    const options = await STORES[kind]!();
    await takeAndKill(options, [{ name: 'read_mail', args: { which: 'evil' } }]);
    const after = await takeAll(new Conversation(options), [
      { name: 'send_mail', args: { to: ['mark@evil.com'], body: 'hello' } },
      { name: 'set_password', args: { password: 'hunter22' } },
      { name: 'send_mail', args: { to: ['emma@corp.com'], body: 'hello' } },
    ]);
    expect(after).toEqual([true, true, false]);
  });

  it(`a conversation whose processes are killed is asked about like one that goes on, in ${kind}`, async () => {
    await fc.assert(
      fc.asyncProperty(someSteps, fc.nat(8), async (steps, cut) => {
        const options = await STORES[kind]!();
        const plain = await takeAll(new Conversation({ workspace: folder }), steps);
        const at = 1 + (cut % (steps.length - 1));
        const before = await takeAndKill(options, steps.slice(0, at));
        const arranged = [...before, ...(await takeAll(new Conversation(options), steps.slice(at)))];
        for (const [index, was] of plain.entries()) {
          if (was && !arranged[index]) throw new Error(`${JSON.stringify(steps[index])} passes`);
        }
      }),
      { numRuns: 12, seed: 3 },
    );
  });
});

describe('workers', () => {
  async function openWorker(url: string, workspace: string) {
    const gate = await createToolgate({
      workspace,
      workspaceID: 'test',
      store: url,
      policy: 'privileged',
      approver: () => 'reject_once',
      env: { ...process.env, XDG_STATE_HOME: join(folder, 'state') },
    });
    gate.registry.registerPack('own', ORIGIN_TOOLS);
    const workers = await connectWorkers(gate, { url, agents: agentsOf() });
    onTestFinished(async () => {
      await workers.close();
      await gate.close();
    });
    return { gate, workers };
  }

  it('what one worker has read for a conversation the others, and who sent it there, know', async () => {
    const url = await server.createDatabase();
    const workspace = join(folder, 'workspace');
    fs.mkdirSync(workspace, { recursive: true });
    const here = await openWorker(url, workspace);
    const some = await Promise.all([openWorker(url, workspace), openWorker(url, workspace)]);
    for (const { workers } of some) await workers.start({ slots: 2 });
    const make = async (name: string, args: object): Promise<boolean> => {
      const [id] = await here.workers.submit(here.gate, [{ name, args }]);
      return (await here.workers.ended(id!)).status === 'done';
    };
    // Each worker gets some of them, so that all have the session before anything is read.
    const first = await Promise.all(Array.from({ length: 8 }, () => make('find_contact', {})));
    expect(first).toEqual(Array(8).fill(true));
    expect(await make('read_mail', { which: 'evil' })).toBe(true);
    const sent = await Promise.all(
      Array.from({ length: 8 }, (_, at) => make('send_mail', { to: ['mark@evil.com'], body: `hello ${at}` })),
    );
    expect(sent).toEqual(Array(8).fill(false));
    const own = await here.gate.execute({ name: 'set_password', args: { password: 'hunter22' } });
    expect(own.ok).toBe(false);
    expect(await make('send_mail', { to: ['zoe@corp.com'], body: 'hello' })).toBe(true);
  });
});
