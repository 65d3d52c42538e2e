// Stands in the place of the plugin of opencode while exchanges are recorded.
import { toolgate as real } from '../../../src/hosts/client/opencode-plugin.ts';
import { noteExchange } from './note-exchange.ts';

type Hook = (...values: readonly unknown[]) => Promise<unknown>;

/** What tells nothing of a call. */
const LEFT_OUT = new Set(['config', 'experimental.chat.messages.transform']);

/** Of the many events only those that the plugin looks at. */
const NOTED = new Set(['session.created', 'session.idle']);

const isNoted = (value: unknown): boolean => {
  const { type, properties } = (value as { event: { type: string; properties: { part?: Part } } }).event;
  return NOTED.has(type) || properties.part?.state?.status === 'error';
};

interface Part {
  readonly state?: { readonly status?: string };
}

export const toolgate = async (input: Parameters<typeof real>[0], options: unknown) => {
  const hooks = Object.entries((await real(input, options)) as unknown as Record<string, Hook>);
  return Object.fromEntries(
    hooks.map(([phase, hook]) => [
      phase,
      (...values: readonly unknown[]) => {
        if (LEFT_OUT.has(phase) || (phase === 'event' && !isNoted(values[0]))) return hook(...values);
        const [call, output] = values as [{ tool: string; args: Record<string, unknown> }, { args: object }];
        const asked = phase === 'tool.execute.before' ? output.args : undefined;
        const ended =
          phase === 'tool.execute.after' ? { tool: call.tool, input: call.args, cwd: input.directory } : undefined;
        return noteExchange({ host: 'opencode', phase, values, asked, ended }, () => hook(...values));
      },
    ]),
  );
};
