import { mapAliasArguments, renameKeys } from '../../registry/aliases.ts';
import type { Found } from '../../registry/registry.ts';
import { ToolError } from '../../tool/error.ts';
import { nearest } from '../../tool/nearest.ts';
import { parseArguments } from '../../tool/parse-arguments.ts';
import type { ReadyTool } from '../../tool/ready.ts';
import type { MaybePromise } from '../../tool/schema/schema.ts';
import type { Call } from '../call.ts';
import type { Stage, Step } from '../stage.ts';

/** The name or alias becomes a tool, and the text a model wrote becomes arguments. */
export const resolve: Stage = {
  name: 'resolve',
  part: 'prepare',
  run(call) {
    const found = call.runtime.registry.find(call.name);
    return found ? useTool(call, found) : loadTool(call);
  },
};

async function loadTool(call: Call): Promise<Step> {
  const { registry } = call.runtime;
  const loaded = await registry.load(call.name);
  if (loaded) return useTool(call, { tool: loaded });
  const names = registry.names();
  const near = nearest(call.name, [...names, ...registry.summaries().map(summary => summary.name)]);
  throw new ToolError('UNKNOWN_TOOL', `There is no tool named ${JSON.stringify(call.name)}`, {
    suggestion:
      near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'Call find_tools with a few words on what you need.',
    details: { nearest: near },
  });
}

function useTool(call: Call, found: Found): MaybePromise<Step> {
  call.tool = found.tool;
  call.alias = found.alias;
  call.name = found.tool.id;
  const ready = found.tool.ready();
  return ready instanceof Promise ? ready.then(made => takeArguments(call, made)) : takeArguments(call, ready);
}

function takeArguments(call: Call, ready: ReadyTool): MaybePromise<Step> {
  call.ready = ready;
  if (call.tool?.unseen) {
    if (!call.dry) call.tool.unseen = false;
    throw new ToolError('INVALID_ARGUMENTS', `${ready.id} was not loaded yet; it is now, and nothing was run`, {
      suggestion: `Call it again with arguments that fit its schema: ${JSON.stringify(ready.parameters.json)}`,
      details: { description: ready.description, schema: ready.parameters.json },
    });
  }
  const parsed = parseArguments(call.args);
  if (!parsed.ok) throw parsed.error;
  call.args = parsed.value;
  if (call.alias) call.args = mapAliasArguments(call.alias, call.args);
  const names = ready.definition.parameterNames;
  if (names && typeof call.args === 'object' && call.args !== null) call.args = renameKeys(call.args, names);
  return undefined;
}
