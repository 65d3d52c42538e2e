import { join } from 'node:path';
import { decide } from '../../policy/decide.ts';
import { mayRun } from '../../policy/guards/may-run.ts';
import { mapAliasArguments, renameKeys } from '../../registry/aliases.ts';
import { rankTools } from '../../registry/find/rank-tools.ts';
import type { RegisteredTool } from '../../registry/registered.ts';
import type { ToolMatch } from '../../registry/types.ts';
import { listedKeys } from '../../tool/arguments/check/compile.ts';
import { openEnvelope } from '../../tool/arguments/envelope.ts';
import { parseArguments } from '../../tool/arguments/parse-arguments.ts';
import { ToolError } from '../../tool/error.ts';
import type { MaybePromise } from '../../tool/maybe-promise.ts';
import type { ReadyTool } from '../../tool/ready.ts';
import { nearest } from '../../tool/text/nearest.ts';
import type { Incoming, Resolved } from '../call-states.ts';
import { refuseDenied } from '../judge/judge.ts';
import { CallProgress } from '../record/call-progress.ts';
import { Survey } from '../run/survey.ts';
import type { Stage } from '../stage-row.ts';

/** Finds the tool of the name or alias, and reads arguments from the text that a model wrote. */
export const resolveStage: Stage<Incoming, Resolved> = {
  name: 'resolve',
  bounded: true,
  run: call => {
    const { registry } = call.runtime;
    const found = registry.find(call.name);
    if (found) return useTool(call, found);
    const leftOut = registry.findLeftOut(call.name);
    return leftOut ? useTool(call, leftOut, { leftOut: true }) : loadTool(call);
  },
};

async function loadTool(call: Incoming): Promise<Resolved> {
  const { registry } = call.runtime;
  const loaded = await registry.load(call.name);
  if (loaded) return useTool(call, { tool: loaded });
  const policy = call.runtime.policy();
  const names = [...registry.names(), ...registry.summaries().map(summary => summary.name)].filter(name =>
    mayRun({ tool: registry.find(name)?.tool.id ?? name, required: [], danger: 'safe' }, policy),
  );
  const near = await nearTools(call, names);
  throw new ToolError('UNKNOWN_TOOL', `There is no tool named ${JSON.stringify(call.name)}`, {
    suggestion:
      near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'Call find_tools with a few words on what you need.',
    details: { nearest: near },
  });
}

const MOST_NEAR = 4;

/** Tools whose names are spelt alike, then those that do what the name seems to mean. */
async function nearTools({ name, runtime }: Incoming, names: readonly string[]): Promise<readonly string[]> {
  const known = new Set(names);
  const described = (await runtime.registry.ready()).filter(tool => known.has(tool.name));
  const meant = rankTools(name, described, 2);
  return [...new Set([...nearest(name, names), ...meant.map(tool => tool.name)])].slice(0, MOST_NEAR);
}

/** The tool found by the name of a call, whose arguments are still as they came. */
type FoundTool = Pick<Resolved, 'name' | 'tool' | 'alias' | 'ready'>;

function useTool(call: Incoming, { tool, alias }: ToolMatch, { leftOut = false } = {}): MaybePromise<Resolved> {
  const use = (ready: ReadyTool) => {
    const found: FoundTool = { name: tool.id, tool, alias, ready };
    if (leftOut) refuseLeftOut({ ...call, ...found });
    try {
      return takeArguments(call, found);
    } catch (error) {
      // For a tool that the policy leaves out, the policy's words are told already.
      if (!leftOut) call.trail.reach({ ...call, ...found });
      throw error;
    }
  };
  const ready = readyOf(call, tool);
  return ready instanceof Promise ? ready.then(use) : use(ready);
}

/** Makes the tool ready. A tool that cannot be fails under its own name, and so does a call that waits for one. */
function readyOf(call: Incoming, tool: RegisteredTool): MaybePromise<ReadyTool> {
  const fails = () => call.trail.reach({ ...call, name: tool.id, tool });
  try {
    const ready = tool.ready();
    if (ready instanceof Promise) fails();
    return ready;
  } catch (error) {
    fails();
    throw error;
  }
}

/** Refuses a tool that the policy leaves out, whatever its arguments are, and tells what would let it in. */
function refuseLeftOut(call: Incoming & FoundTool): void {
  const { ready, tool, scope, runtime } = call;
  const danger = 'safe';
  const decision = decide(
    {
      tool: ready.id,
      trust: tool.trust,
      required: ready.permissions?.required ?? [],
      effects: [],
      danger,
      approval: false,
      session: scope.session.facts(),
      root: runtime.workspace.root,
    },
    runtime.policy(),
  );
  call.trail.reach({ ...call, danger, decision });
  refuseDenied(decision);
}

const placeOf = ({ runtime: { workspace }, scope: { session } }: Incoming) => ({
  workspace: workspace.root,
  cwd: join(workspace.root, session.cwd),
});

function takeArguments(call: Incoming, { name, tool, alias, ready }: FoundTool): Resolved {
  if (isUnseen(call, tool))
    throw new ToolError('INVALID_ARGUMENTS', `${ready.id} was not loaded yet; it is now, and nothing was run`, {
      suggestion: `Call it again with arguments that fit its schema: ${JSON.stringify(ready.parameters.json)}`,
      details: { description: ready.describe?.(placeOf(call)) ?? ready.description, schema: ready.parameters.json },
    });
  const parsed = parseArguments(call.args);
  if (!parsed.ok) throw parsed.error;
  const names = alias ? [ready.id, alias.name] : [ready.id];
  const inside = openEnvelope(parsed.value, { names, known: () => listedKeys(ready.parameters) });
  if (inside) call.trail.note('Repaired: the arguments held the whole call; they were read as its arguments');
  const args = underOwnNames(alias, ready, inside ?? parsed.value);
  const alsoAs = otherNames(tool, call.by);
  const progress = new CallProgress(call.trail, name);
  const survey = new Survey(call.trail, tool);
  return {
    ...call,
    name,
    tool,
    alias,
    ready,
    args,
    given: args,
    alsoAs,
    survey,
    progress,
    changedByPerson: false,
    rounds: 0,
  };
}

function underOwnNames(alias: ToolMatch['alias'], ready: ReadyTool, sent: Record<string, unknown>): unknown {
  const args = alias ? mapAliasArguments(alias, sent) : sent;
  const other = ready.definition.parameterNames;
  return other && typeof args === 'object' && args !== null ? renameKeys(args, other) : args;
}

const NONE: readonly never[] = [];

/** Other names that rules may know a tool by: the tool that the call came by, and names that came after the rules. */
function otherNames(tool: RegisteredTool, by: string | undefined): readonly string[] {
  const aliases = tool.origin !== 'built-in' && tool.aliases.length > 0 ? tool.aliases : NONE;
  if (by === undefined && aliases.length === 0) return NONE;
  return [...(by === undefined ? [] : [by]), ...aliases.map(({ name }) => name)];
}

/** Whether the model has not read the schema, which this very call shows, or another call of the same turn. */
function isUnseen({ scope, dry }: Incoming, tool: RegisteredTool): boolean {
  if (!tool.unseen && tool.shownIn === undefined) return false;
  const now = `${scope.session.id} ${scope.turn}`;
  if (!tool.unseen) return tool.shownIn === now;
  if (!dry) {
    tool.unseen = false;
    tool.shownIn = now;
  }
  return true;
}
