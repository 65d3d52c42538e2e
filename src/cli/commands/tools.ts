import { EXIT } from '../exit-codes.ts';
import type { CommonOptions } from '../options.ts';
import { withGate } from '../session.ts';
import { table } from '../terminal.ts';

/** Lists the tools by pack, or shows one with its parameters. */
export function tools(name: string | undefined, options: CommonOptions): Promise<number> {
  return withGate({ ...options, input: false }, async ({ gate, terminal, settings }) => {
    if (name !== undefined) return showTool(name);
    await gate.registry.ready();
    const described = new Map(
      gate.registry.describe(settings.vocabulary).map((tool, index) => [gate.registry.all()[index]?.id, tool]),
    );
    const rows = gate.registry.all().map(tool => ({
      pack: tool.pack ?? 'own',
      risk: tool.pack ? gate.registry.manifest(tool.pack)?.riskProfile : undefined,
      name: described.get(tool.id)?.name ?? tool.id,
      description: described.get(tool.id)?.description ?? '',
      aliases: tool.aliases.map(alias => alias.name),
    }));
    if (options.json) terminal.result(JSON.stringify({ tools: rows, packs: gate.registry.listPackNames() }));
    else {
      terminal.result(
        table(
          rows.map(row => [row.pack, [row.name, ...row.aliases.map(alias => `[${alias}]`)].join(' '), row.description]),
        ),
      );
      terminal.note(`\nPolicy: ${gate.policy().name}. Show one with: toolgate tools NAME`);
    }
    return EXIT.done;

    async function showTool(wanted: string): Promise<number> {
      const found = gate.registry.find(wanted);
      if (!found) {
        terminal.problem(`No tool is named ${wanted}. List them with: toolgate tools`);
        return EXIT.failed;
      }
      const ready = await found.tool.ready();
      const shown = {
        name: ready.id,
        pack: found.tool.pack,
        description: ready.description,
        parameters: ready.parameters.json,
        returns: ready.returns?.json,
      };
      terminal.result(
        options.json
          ? JSON.stringify(shown)
          : `${ready.id}: ${ready.description}\n${JSON.stringify(ready.parameters.json, null, 2)}`,
      );
      return EXIT.done;
    }
  });
}
