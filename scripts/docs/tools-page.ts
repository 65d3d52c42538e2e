import { code, GENERATED, page, table } from './markdown.ts';
import type { SampleWorld } from './sample-world.ts';
import { sayVerdicts } from './say-verdicts.ts';
import { parameterRows, returnRows } from './schema-rows.ts';
import { catalogue, type DocumentedTool } from './tool-facts.ts';

const INTRO = `Every built-in tool, by pack. The example of each was judged in a small workspace; what it touches, how
dangerous it is and what becomes of it under the three presets is what \`toolgate explain\` says of it. Other arguments
may be judged otherwise, and your own rules come on top ([policies by example](../policies-by-example.md)). Parameters
that a model spells otherwise (\`file_path\` for \`path\`, \`"5"\` for \`5\`) are understood where only one reading is
possible. On your machine, \`toolgate tools\` lists what the policy in force lets in.`;

/** All tools with what they take, give back, touch and ask for. */
export async function toolsPage(world: SampleWorld): Promise<string> {
  const packs = Map.groupBy(await catalogue(world), tool => tool.pack);
  const parts: string[] = [];
  for (const [pack, tools] of packs) {
    const { description, riskProfile } = world.gates.get('privileged')!.registry.manifest(pack)!;
    parts.push(`## ${pack}`, `${description}. Risk profile: ${code(riskProfile)}.`);
    for (const tool of tools) parts.push(await toolSection(world, tool));
  }
  const overview = [...packs].map(([pack, tools]) => [
    `[${pack}](#${pack})`,
    tools.map(({ name }) => `[${name}](#${name})`).join(', '),
  ]);
  return page(GENERATED, '# Tools', INTRO, table(['pack', 'tools'], overview), ...parts);
}

async function toolSection(world: SampleWorld, tool: DocumentedTool): Promise<string> {
  const { name, aliases, description } = tool;
  const parameters = parameterRows(tool.parameters);
  const returns = tool.returns ? returnRows(tool.returns) : [];
  return page(
    `### ${name}`,
    aliases.length === 0 ? description : `${description}\n\nOther names: ${aliases.map(code).join(', ')}.`,
    parameters.length === 0 ? 'No parameters.' : table(['parameter', 'type', 'default', 'meaning'], parameters),
    returns.length === 0 ? 'Returns text.' : `Returns (\`value\`): ${returns.join(', ')}.`,
    [...tool.properties, ...(await sayVerdicts(world, tool))].map(line => `- ${line}`).join('\n'),
    exampleBlock(tool),
  ).trimEnd();
}

const exampleBlock = ({ name, example }: DocumentedTool): string =>
  `\`\`\`json\n${JSON.stringify({ name, args: example })}\n\`\`\``;
