// Plays a host with a plugin: loads what its config names, hands it the events that were recorded, and does with the
// answers what the host does. Standard input: the host, its config and the exchanges; standard output: what the model is told.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'jsonc-parser';
import type { RecordedExchange } from '../recording.ts';

interface Played {
  readonly host: 'opencode' | 'pi';
  readonly config: string;
  readonly exchanges: readonly RecordedExchange[];
}

/** A plugin as the host has loaded it. */
interface LoadedPlugin {
  /** Hands over an event; resolves when the host goes on. */
  call(phase: string, values: readonly unknown[]): Promise<unknown>;
  /** The input of the call that the event before it tells of. */
  inputOf(values: readonly unknown[]): Record<string, unknown>;
}

type Hook = (...values: readonly unknown[]) => Promise<unknown>;

const LOAD: Readonly<Record<Played['host'], (config: string) => Promise<LoadedPlugin>>> = {
  async opencode(config) {
    const { plugin, permission } = parse(readFileSync(config, 'utf8'));
    const [file, options] = plugin[0] as [string, object];
    const { toolgate } = (await import(file)) as { toolgate: Hook };
    const hooks = (await toolgate({ directory: process.cwd() }, options)) as Record<string, Hook>;
    const live = { permission };
    await hooks.config?.(live);
    if ('**' in live.permission) throw new Error('The rule that denies every tool is still there');
    return {
      // It does not wait for what is done with its events.
      call: async (phase, values) =>
        void (phase === 'event' ? hooks.event!(...values) : await hooks[phase]!(...values)),
      inputOf: values => (values[1] as { args: Record<string, unknown> }).args,
    };
  },
  async pi(config) {
    const { default: extension } = (await import(pathToFileURL(config).href)) as {
      default: (pi: object) => void;
    };
    const handlers = new Map<string, Hook>();
    extension({ on: (name: string, handler: Hook) => handlers.set(name, handler) });
    return {
      call(phase, [event, context]) {
        const { cwd, session } = context as { cwd: string; session: string };
        return handlers.get(phase)!(event, { cwd, sessionManager: { getSessionId: () => session } });
      },
      inputOf: values => (values[0] as { input: Record<string, unknown> }).input,
    };
  },
};

async function play(plugin: LoadedPlugin, exchange: RecordedExchange): Promise<string | undefined> {
  const { phase, event, verdict, files = {} } = exchange;
  for (const [path, text] of Object.entries(files)) put(path, text);
  const values = event.values as readonly unknown[];
  const isAsked = phase === 'tool.execute.before' || phase === 'tool_call';
  const before = isAsked && JSON.stringify(plugin.inputOf(values));
  const refusal = await plugin.call(phase, values).then(
    () => undefined,
    (error: Error) => error.message,
  );
  if (!isAsked) return undefined;
  const input = plugin.inputOf(values);
  const now = refusal !== undefined ? 'deny' : JSON.stringify(input) === before ? 'none' : 'allow';
  if (now !== verdict) throw new Error(`The answer is ${now}, and was ${verdict} with the host: ${refusal}`);
  return refusal ?? (now === 'allow' ? runShell(input) : undefined);
}

function runShell({ command, workdir }: Record<string, unknown>): string {
  const cwd = resolve(String(workdir ?? '.'));
  // As hosts do it: what ends their own group does not reach the shell.
  const ran = spawnSync('setsid', ['--wait', 'bash', '-c', String(command)], { cwd, encoding: 'utf8' });
  return `${ran.status === 0 ? '' : `Exit code ${ran.status}\n`}${ran.stdout}${ran.stderr}`;
}

function put(path: string, text: string | null): void {
  mkdirSync(dirname(path), { recursive: true });
  if (text === null) rmSync(path, { force: true });
  else writeFileSync(path, text);
}

const { host, config, exchanges } = JSON.parse(readFileSync(0, 'utf8')) as Played;
const plugin = await LOAD[host](config);
const results: string[] = [];
for (const exchange of exchanges) {
  const told = await play(plugin, exchange);
  if (told !== undefined) results.push(told);
}
process.stdout.write(JSON.stringify(results));
process.exit(0);
