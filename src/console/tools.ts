import { z } from 'zod';
import type { Toolgate } from '../gate/toolgate.ts';
import type { RegisteredTool } from '../registry/registered.ts';
import { exampleOf } from '../schema/example/example.ts';
import type { ToolEntry, ToolList } from './api.ts';
import { person } from './read-request.ts';

export async function listTools({ registry }: Toolgate): Promise<ToolList> {
  await registry.ready();
  const entries = await Promise.all(registry.all().map(tool => toEntry(registry, tool)));
  return { tools: [...entries.filter(entry => entry !== undefined), ...registry.summaries().map(toLazyEntry)] };
}

/** A tool that is known by a line: its schema comes when it is called for the first time. */
const toLazyEntry = ({ name, description }: { readonly name: string; readonly description: string }): ToolEntry => ({
  name,
  pack: name.includes('__') ? `mcp:${name.slice(0, name.indexOf('__'))}` : 'own',
  aliases: [],
  description,
  parameters: { type: 'object' },
  trust: 'untrusted',
});

/** A tool for the list; one that cannot be made ready cannot be called either, and the registry has told so. */
async function toEntry(registry: Toolgate['registry'], tool: RegisteredTool): Promise<ToolEntry | undefined> {
  const ready = await Promise.resolve()
    .then(() => tool.ready())
    .catch(() => undefined);
  if (!ready) return undefined;
  const { json } = ready.parameters;
  const example = exampleOf(json, value => {
    const checked = ready.parameters.check(value);
    return !(checked instanceof Promise) && checked.ok;
  });
  const { id: name, pack = 'own', trust } = tool;
  const risk = tool.pack === undefined ? undefined : registry.manifest(tool.pack)?.riskProfile;
  const aliases = tool.aliases.map(alias => alias.name);
  return { name, pack, risk, aliases, description: ready.description, parameters: json, example, trust };
}

export const tryBody = z.strictObject({ args: z.unknown(), ...person });

export const explainBody = z.strictObject({
  tool: z.string().min(1).max(200),
  args: z.unknown(),
  question: z.boolean().default(false),
  ...person,
});
