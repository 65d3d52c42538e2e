import { mayRun } from '../../policy/guards/may-run.ts';
import { mapAliasArguments, renameKeys } from '../../registry/aliases.ts';
import { rankTools } from '../../registry/rank-tools.ts';
import type { ToolMatch } from '../../registry/registry.ts';
import { openEnvelope } from '../../tool/arguments/envelope.ts';
import { parseArguments } from '../../tool/arguments/parse-arguments.ts';
import { ToolError } from '../../tool/error.ts';
import type { ReadyTool } from '../../tool/ready.ts';
import { guideOf } from '../../tool/schema/compile.ts';
import type { MaybePromise } from '../../tool/schema/schema.ts';
import { listedKeys } from '../../tool/schema/view.ts';
import { nearest } from '../../tool/text/nearest.ts';
import type { Call } from '../call.ts';
import type { Stage, StageResult } from '../stage.ts';
import { refuseLeftOut } from './decide.ts';

/** The name or alias becomes a tool, and the text a model wrote becomes arguments. */
export const resolveStage: Stage = {
  name: 'resolve',
  part: 'prepare',
  run(call) {
    const { registry } = call.runtime;
    const found = registry.find(call.name);
    if (found) return useTool(call, found);
    const leftOut = registry.findLeftOut(call.name);
    return leftOut ? useTool(call, leftOut, refuseLeftOut) : loadTool(call);
  },
};

async function loadTool(call: Call): Promise<StageResult> {
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

/** Names that are spelt alike, then tools that do what the name seems to mean. */
async function nearTools({ name, runtime }: Call, names: readonly string[]): Promise<readonly string[]> {
  const known = new Set(names);
  const described = await runtime.registry.ready();
  const meant = rankTools(
    name,
    described.filter(tool => known.has(tool.name)),
    2,
  );
  return [...new Set([...nearest(name, names), ...meant.map(tool => tool.name)])].slice(0, MOST_NEAR);
}

/** `first`: what is to be said of the call before its arguments are looked at. */
function useTool(call: Call, found: ToolMatch, first?: (call: Call) => void): MaybePromise<StageResult> {
  call.tool = found.tool;
  call.alias = found.alias;
  call.name = found.tool.id;
  const use = (ready: ReadyTool) => {
    call.ready = ready;
    first?.(call);
    return takeArguments(call, ready);
  };
  const ready = found.tool.ready();
  return ready instanceof Promise ? ready.then(use) : use(ready);
}

function takeArguments(call: Call, ready: ReadyTool): MaybePromise<StageResult> {
  if (isUnseen(call)) {
    throw new ToolError('INVALID_ARGUMENTS', `${ready.id} was not loaded yet; it is now, and nothing was run`, {
      suggestion: `Call it again with arguments that fit its schema: ${JSON.stringify(ready.parameters.json)}`,
      details: { description: ready.description, schema: ready.parameters.json },
    });
  }
  const parsed = parseArguments(call.args);
  if (!parsed.ok) throw parsed.error;
  const names = [ready.id, ...(call.alias ? [call.alias.name] : [])];
  const inside = openEnvelope(parsed.value, { names, known: () => listedKeys(guideOf(ready.parameters)) });
  if (inside) call.notes.push('Repaired: the arguments held the whole call; they were read as its arguments');
  call.args = inside ?? parsed.value;
  if (call.alias) call.args = mapAliasArguments(call.alias, call.args);
  const other = ready.definition.parameterNames;
  if (other && typeof call.args === 'object' && call.args !== null) call.args = renameKeys(call.args, other);
  call.given = call.args;
  return undefined;
}

/** The model has not read the schema: this very call shows it, or another one that it wrote in the same breath. */
function isUnseen({ tool, scope, dry }: Call): boolean {
  if (!tool?.unseen && tool?.shownIn === undefined) return false;
  const now = `${scope.session.id} ${scope.turn}`;
  if (!tool.unseen) return tool.shownIn === now;
  if (!dry) {
    tool.unseen = false;
    tool.shownIn = now;
  }
  return true;
}
