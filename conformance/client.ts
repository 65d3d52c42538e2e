/**
 * The client that the official suite is run with: what a gate does with the servers of a config. It finds the tools of
 * the server whose address is its last argument, and calls them through the pipeline.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectMcpServers } from '../src/adapters/mcp/client/index.ts';
import { createToolgate, type JsonSchema } from '../src/index.ts';
import { conformanceSignIn } from './sign-in.ts';

interface Wanted {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly toolCalls?: readonly { readonly name: string; readonly arguments?: Record<string, unknown> }[];
}

interface Shape {
  readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
  readonly required?: readonly string[];
}

const VALUES: Readonly<Record<string, unknown>> = { number: 5, integer: 5, boolean: true, array: [], object: {} };

const url = process.argv.at(-1) ?? '';
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const wanted = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as Wanted;
const workspace = mkdtempSync(join(tmpdir(), 'toolgate-conformance-'));
const gate = await createToolgate({
  workspace,
  store: 'memory',
  policy: 'privileged',
  approver: () => 'allow_once',
});
const servers = connectMcpServers(
  gate,
  { suite: { url } },
  {
    // The suite starts all its clients at once.
    patience: 200_000,
    onProblem: (_, problem) => console.error(problem),
    signIn: () => (scenario.startsWith('auth/') ? conformanceSignIn(wanted) : undefined),
    // The defaults of the form are filled in by the client itself.
    elicit: async () => ({ action: 'accept', content: {} }),
  },
);
await servers.ready();
const [state] = servers.state();
for (const name of state?.tools ?? []) {
  const own = name.slice('suite__'.length);
  const shown = await gate.registry.show(name);
  const parameters = (await shown?.ready())?.parameters.json;
  const calls = wanted.toolCalls
    ? wanted.toolCalls.filter(call => call.name === own).map(call => call.arguments ?? {})
    : [argumentsFor(parameters)];
  for (const args of calls) {
    const { ok, output } = await gate.execute({ name, args });
    console.log(ok ? 'ok' : 'failed', name, output);
  }
}
await gate.close();
await servers.close();
rmSync(workspace, { recursive: true, force: true });
if (state?.problem !== undefined) process.exitCode = 1;

/** Something for each parameter that a tool cannot do without. */
function argumentsFor(schema: JsonSchema | undefined): Record<string, unknown> {
  const { properties = {}, required = [] } = (schema ?? {}) as Shape;
  return Object.fromEntries(required.map(key => [key, VALUES[properties[key]?.type ?? ''] ?? 'text']));
}
