import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import type { ToolRegistry } from '../../registry/registry.ts';
import { type JobEnd, type JobLimits, type LiveJob, PROGRAM, type Sandbox } from '../../sandbox/port.ts';
import { quoteWord } from '../../shell/state/value.ts';
import { sayList } from '../../text/say.ts';
import type { CallContext, Context } from '../../tool/context.ts';
import { define, type Info } from '../../tool/define.ts';
import { changesState, connects, executes } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import { newId } from '../../tool/id.ts';
import type { OpenKeptLayer } from '../../workspace/port.ts';
import type { PreparedWrap } from './prepare-wrap.ts';

export interface RunOrder {
  readonly kind: 'run';
  readonly sandbox: Sandbox;
  readonly prepared: PreparedWrap;
  readonly layer: OpenKeptLayer;
  readonly limits: JobLimits;
  /** Ends the agent; the call goes on, for the agent's work is to be told. */
  readonly stop: AbortSignal;
  readonly onTurn?: (() => Promise<void>) | undefined;
  readonly onStart: (live: LiveJob) => void;
  readonly onEnd: (ended: JobEnd) => void;
}

/** An order to write the content of a layer, or to have it wait. */
export interface TakeOrder {
  readonly kind: 'take';
  readonly layer: OpenKeptLayer;
  readonly waits: boolean;
  readonly live: boolean;
  readonly merged: ReadonlySet<string>;
}

type Order = RunOrder | TakeOrder;

/** The two tools of a wrap. Each call of one stands for an order of this process; no model can make one. */
export class WrapTools {
  readonly #orders = new Map<string, Order>();

  constructor(registry: Pick<ToolRegistry, 'register'>) {
    registry.register(this.#wrap());
    registry.register(this.#take());
  }

  /** Lends `use` the id of a message by which a call finds its order. */
  async during<T>(order: Order, use: (messageID: string) => Promise<T>): Promise<T> {
    const id = newId();
    this.#orders.set(id, order);
    try {
      return await use(id);
    } finally {
      this.#orders.delete(id);
    }
  }

  #orderOf<K extends Order['kind']>(
    kind: K,
    { messageID }: Pick<CallContext, 'messageID'>,
  ): Extract<Order, { kind: K }> {
    const order = this.#orders.get(messageID);
    if (order?.kind === kind) return order as Extract<Order, { kind: K }>;
    throw new ToolError('EXECUTION_ERROR', 'Only toolgate wrap can call this', { suggestion: 'Use another tool.' });
  }

  #wrap(): Info {
    return define('wrap', {
      description: 'Runs a whole agent at the terminal, on a layer over the workspace',
      parameters: z.object({ command: z.array(z.string()).min(1), hosts: z.array(z.string()) }),
      permissions: { required: ['execute'] },
      effects: ({ command, hosts }) => [
        executes(command.map(quoteWord).join(' ')),
        ...hosts.filter(host => !host.includes('*')).map(connects),
      ],
      sandboxed: true,
      timeout: LONGEST,
      quiet: true,
      execute: async (_, ctx) => {
        const order = this.#orderOf('run', ctx);
        const ended = await runOn(order, ctx);
        order.onEnd(ended);
        const { code, duration, stopped, refused = [] } = ended;
        const value = { code, duration, refused: refused.map(({ host }) => host), ...(stopped ? { stopped } : {}) };
        return { title: order.layer.note.title, output: `It ended with ${code}.`, value };
      },
    }) as Info;
  }

  #take(): Info {
    return define('wrap_take', {
      description: 'Writes what a wrapped agent did, or has it wait for a person',
      parameters: z.object({ write: z.boolean() }),
      permissions: { required: ['write'] },
      // The paths that a take writes are judged one by one; a person's own word needs no look at what was read.
      effects: () => [changesState('wrap')],
      danger: 'safe',
      sandboxed: true,
      timeout: LONGEST,
      quiet: true,
      execute: async (_, ctx) => takeFrom(this.#orderOf('take', ctx), ctx),
    }) as Info;
  }
}

/** Milliseconds. */
const LONGEST = 24 * 3600 * 1000;

async function runOn(order: RunOrder, ctx: Context): Promise<JobEnd> {
  const { sandbox, prepared, layer, limits, stop, onTurn, onStart } = order;
  const { root } = ctx.files;
  return sandbox.run({
    argv: prepared.argv,
    // The one file that a job brings along is the config that git finds.
    program: prepared.gitConfig,
    root,
    cwd: prepared.cwd,
    view: { kind: 'overlay', layers: { folder: layer.folder, above: [] } },
    hidden: await ctx.files.hiddenPaths(),
    // Private files, about which nobody was asked, are empty to an agent that could send them anywhere.
    covered: ctx.files.secrets().paths,
    env: { GIT_CONFIG_GLOBAL: PROGRAM, ...prepared.env },
    ...(ctx.mayReach ? { mayReach: ctx.mayReach } : {}),
    attended: { ...prepared.attended, onStart, ...(onTurn ? { onTurn } : {}) },
    limits,
    signal: AbortSignal.any([stop, ctx.abort]),
    onOutput: () => {},
  });
}

async function takeFrom({ layer, waits, live, merged }: TakeOrder, ctx: Context) {
  const { title } = layer.note;
  const through = await ctx.files.through(async () => ({ value: undefined, merged }), { kept: layer, waits, live });
  const { foreign, merged: both, outside, unseen, odd, modes } = through;
  const { root } = ctx.files;
  const covered = ctx.files.secrets().paths.map(path => relative(root, path));
  const blind = covered.filter(path => existsSync(join(layer.folder, 'upper', path)));
  if (blind.length > 0)
    await ctx.ask({ reason: `${sayList(blind, 5)} is private: it was empty to the agent, and it has written there` });
  return { title, output: title, value: { foreign, merged: both, outside, unseen, odd, modes } };
}
