import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findHost } from '../../../src/hosts/hosts.ts';
import type { RecordedExchange } from '../recording.ts';

/** A call of a host that is over. */
interface EndedCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly cwd: string;
}

interface NotedExchange {
  readonly host: string;
  /** The name that the host gives the event. */
  readonly phase: string;
  /** What the host hands over. */
  readonly values: readonly unknown[];
  /** The input of the call that the plugin is asked about. */
  readonly asked?: object | undefined;
  readonly ended?: EndedCall | undefined;
}

/** Has the plugin do its part, and notes what the host told it and what came of it; TOOLGATE_RECORD names the file. */
export async function noteExchange<T>(
  { host, phase, values, asked, ended }: NotedExchange,
  run: () => Promise<T>,
): Promise<T> {
  const before = JSON.stringify({ values });
  const input = JSON.stringify(asked);
  const note = (verdict: string | undefined): void => {
    const files = ended && { files: filesOf(host, ended) };
    const event = JSON.parse(before) as RecordedExchange['event'];
    const exchange: RecordedExchange = { phase, event, env: {}, code: 0, verdict, ...files };
    const log = process.env.TOOLGATE_RECORD;
    if (log !== undefined) appendFileSync(log, `${JSON.stringify(exchange)}\n`);
  };
  try {
    const result = await run();
    note(asked && (JSON.stringify(asked) === input ? 'none' : 'allow'));
    return result;
  } catch (error) {
    note('deny');
    throw error;
  }
}

/** What the host's own tool has written. */
function filesOf(host: string, { tool, input, cwd }: EndedCall): Record<string, string | null> {
  const deed = findHost(host)!.deedOf(tool, input, { cwd, env: process.env });
  const paths = deed.kind === 'files' ? deed.paths.map(path => resolve(cwd, path)) : [];
  return Object.fromEntries(paths.map(path => [path, existsSync(path) ? readFileSync(path, 'utf8') : null]));
}
