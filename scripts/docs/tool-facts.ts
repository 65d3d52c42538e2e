import type { RegisteredTool } from '../../src/registry/registered.ts';
import { exampleOf } from '../../src/schema/example/example.ts';
import type { JsonSchema } from '../../src/schema/schema.ts';
import type { Definition } from '../../src/tool/define.ts';
import type { ReadyTool } from '../../src/tool/ready.ts';
import { EXAMPLES } from './example-calls.ts';
import { code } from './markdown.ts';
import { packNamesOf } from './pack-order.ts';
import type { SampleWorld } from './sample-world.ts';

export interface DocumentedTool {
  readonly name: string;
  readonly pack: string;
  readonly aliases: readonly string[];
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly returns: JsonSchema | undefined;
  /** What holds for every call of it, a line each. */
  readonly properties: readonly string[];
  readonly example: unknown;
}

/** The built-in tools in the order of their packs and manifests, those for workers too. */
export async function catalogue({ gates, workers }: SampleWorld): Promise<readonly DocumentedTool[]> {
  const { registry } = gates.get('privileged')!;
  const forWorkers = workers.get('privileged')!.registry;
  const tools: DocumentedTool[] = [];
  for (const pack of packNamesOf(registry)) {
    for (const name of registry.manifest(pack)?.tools ?? []) {
      const found = registry.find(name) ?? forWorkers.find(name);
      if (!found) throw new Error(`The manifest of ${pack} names ${name}, which is not there`);
      tools.push(await documented(found.tool, pack));
    }
  }
  return tools;
}

async function documented(tool: RegisteredTool, pack: string): Promise<DocumentedTool> {
  const ready = await tool.ready();
  return {
    name: ready.id,
    pack,
    aliases: tool.aliases.map(({ name }) => name),
    description: ready.description,
    parameters: ready.parameters.json,
    returns: ready.returns?.json,
    properties: propertiesOf(ready.definition),
    example: checkedExample(ready),
  };
}

/** An example that the tool itself would refuse must not be printed. */
function checkedExample({ id, parameters }: ReadyTool): unknown {
  const takes = (value: unknown): boolean => {
    const checked = parameters.check(value);
    return !(checked instanceof Promise) && checked.ok;
  };
  const example = EXAMPLES[id] ?? exampleOf(parameters.json, takes);
  if (!takes(example)) throw new Error(`${id} does not take its example ${JSON.stringify(example)}`);
  return example;
}

function propertiesOf({ permissions, danger, approval, staged, sandboxed, idempotent }: Definition): string[] {
  const needs = permissions?.required ?? [];
  return [
    needs.length === 0 ? 'Needs no capability.' : `Needs ${needs.map(code).join(', ')}.`,
    ...(staged ? ['What it changes is staged: it can be shown as a diff, kept in a plan and taken back.'] : []),
    ...(sandboxed ? ['Runs in the sandbox; what it changes in the workspace is one step of undo.'] : []),
    ...(idempotent ? ['Running it twice does no more than running it once.'] : []),
    ...(typeof danger === 'function' ? ['How dangerous a call is depends on its arguments.'] : []),
    ...(approval === true ? ['It always asks, unless a rule that names it allows it.'] : []),
    ...(typeof approval === 'function' ? ['Whether it asks by itself depends on its arguments and the files.'] : []),
  ];
}
