import { exampleOf } from '../../schema/example/example.ts';
import { toGuide } from '../../schema/guide/guide.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import { describe } from '../../schema/words/describe.ts';
import { ToolError } from '../../tool/error.ts';
import { nearest } from '../../tool/text/nearest.ts';
import type { CommonOptions } from '../options.ts';
import { explainLeftOut } from '../output/explain-left-out.ts';
import { type CliSession, withGate } from '../session.ts';
import { table } from '../terminal/terminal.ts';

export function tools(name: string | undefined, options: CommonOptions): Promise<void> {
  return withGate({ ...options, input: false }, session =>
    name === undefined ? listTools(session, options) : showTool(session, name, options),
  );
}

async function listTools({ gate, terminal, settings, mcpServers }: CliSession, options: CommonOptions): Promise<void> {
  const { registry } = gate;
  const cards = new Map((await registry.ready()).map(card => [card.name, card]));
  await mcpServers?.ready();
  const all = registry.describe(settings.vocabulary);
  const shownAs = new Map(all.map(each => [registry.find(each.name)?.tool.id, each]));
  const packs = registry.listPackNames();
  const rows = registry.all().map(tool => {
    const described = shownAs.get(tool.id) ?? cards.get(tool.id);
    const name = described?.name ?? tool.id;
    return {
      pack: tool.pack ?? 'own',
      risk: tool.pack ? registry.manifest(tool.pack)?.riskProfile : undefined,
      name,
      description: described?.description ?? '',
      aliases: [tool.id, ...tool.aliases.map(alias => alias.name)].filter(other => other !== name),
    };
  });
  const lazy = (mcpServers?.state() ?? []).map(({ name, tools }) => ({ server: name, tools }));
  if (options.json) {
    const more = lazy.length === 0 ? {} : { mcpServers: lazy };
    return terminal.json({ tools: rows, packs, vocabulary: settings.vocabulary, ...more });
  }
  const shown = rows
    .toSorted((a, b) => packs.indexOf(a.pack) - packs.indexOf(b.pack))
    .map(row => [row.pack, [row.name, ...row.aliases.map(alias => `[${alias}]`)].join(' '), row.description]);
  if (shown.length === 0) return terminal.note('No tool is loaded: the config chooses no pack.');
  terminal.result(table(shown));
  for (const { server, tools: names } of lazy)
    terminal.note(`\nFound by find_tools, of the MCP server ${server}: ${names.join(', ') || 'none'}`);
  const { policy } = settings;
  terminal.note(
    `\n${shown.length} tools; other names in brackets. Policy ${policy.name}: ${policy.capabilities.join(', ')}.\n` +
      `Show one with its parameters: toolgate tools ${rows.some(row => row.name === 'read_file') ? 'read_file' : 'NAME'}`,
  );
}

async function showTool(session: CliSession, name: string, options: CommonOptions): Promise<void> {
  const { gate, terminal } = session;
  const { registry } = gate;
  if (!registry.find(name)) await registry.show(name);
  const found = registry.find(name);
  if (!found) {
    const why = await explainLeftOut(name, session);
    if (why) throw new ToolError('UNKNOWN_TOOL', why.message, { suggestion: why.suggestion });
    const names = registry.all().flatMap(tool => [tool.id, ...tool.aliases.map(alias => alias.name)]);
    const [near] = nearest(name, names, 1);
    throw new ToolError('UNKNOWN_TOOL', `No tool is named ${name}`, {
      suggestion: near ? `Did you mean ${near}?` : 'List them with: toolgate tools',
    });
  }
  const ready = await found.tool.ready();
  const { id, description, parameters, returns } = ready;
  const { json } = parameters;
  const { pack } = found.tool;
  const aliases = found.tool.aliases.map(alias => alias.name);
  if (options.json)
    return terminal.json({ name: id, pack, aliases, description, parameters: json, returns: returns?.json });
  const example = exampleOf(json, value => {
    const checked = parameters.check(value);
    return !(checked instanceof Promise) && checked.ok;
  });
  terminal.result(
    [
      ...[`${[id, ...aliases.map(alias => `[${alias}]`)].join(' ')}  (${pack ?? 'own'})`, description, ''],
      ...[parametersOf(json), ''],
      ...(example === undefined ? [] : [`toolgate exec ${id} --args '${JSON.stringify(example)}'`]),
    ].join('\n'),
  );
}

function parametersOf(json: JsonSchema): string {
  const guide = toGuide(json);
  const required = new Set((json.required as readonly string[] | undefined) ?? []);
  const rows = Object.entries((json.properties as Record<string, JsonSchema> | undefined) ?? {}).map(([name, node]) => [
    `  ${name}`,
    required.has(name) ? 'required' : '',
    describe(guide, node),
    String(node.description ?? ''),
  ]);
  return rows.length > 0 ? table(rows) : '  no parameters';
}
