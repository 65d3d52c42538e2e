// Serves a gate whose calls all become tasks: node serve-tasks.ts WORKSPACE STORE http|pipe. On HTTP it says its address.
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import {
  createHttpApp,
  createMcpEndpoint,
  createMcpServing,
  listen,
  serveOnPipe,
} from '../../../src/adapters/mcp/server/index.ts';
import { createToolgate, executes, Tool } from '../../../src/index.ts';

const [workspace = '', store = '', way] = process.argv.slice(2);

/** Notes that it runs, and ends when there is a file of that name. */
const wait = Tool.define('wait', {
  description: 'Wait.',
  parameters: z.object({ name: z.string() }),
  effects: () => [executes('wait')],
  permissions: { required: [] },
  danger: 'safe',
  execute: async ({ name }, ctx) => {
    appendFileSync(join(workspace, 'runs'), `${name}\n`);
    while (!existsSync(join(workspace, name))) await sleep(20, undefined, { signal: ctx.abort });
    return { output: `waited for ${name}` };
  },
});

const gate = await createToolgate({
  workspace,
  store,
  tools: [wait],
  policy: 'privileged',
  approver: () => 'allow_once',
});
const serving = await createMcpServing(gate, { elicit: false, taskMode: tool => (tool === 'wait' ? 0 : 60_000) });
process.once('SIGTERM', async () => {
  serving.close();
  await gate.close();
  process.exit();
});
if (way === 'pipe') await serveOnPipe(serving, { input: process.stdin, output: process.stdout });
else {
  const { url } = await listen(createHttpApp({ mcp: createMcpEndpoint(serving) }), 0);
  process.stdout.write(`${url}/mcp\n`);
}
