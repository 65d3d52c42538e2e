import type { RegisteredTool } from '../registered.ts';
import type { ToolMatch } from '../types.ts';

/** Names and other names, and the tools that they mean. */
export class NameTable {
  readonly #names = new Map<string, ToolMatch>();

  /** The last tool of a name has it; an other name gives way to a tool that is called so. */
  put(tool: RegisteredTool): void {
    this.#names.set(tool.id, { tool });
    for (const alias of tool.aliases) {
      if (!this.own(alias.name)) this.#names.set(alias.name, { tool, alias });
    }
  }

  /** With all its names. */
  forget(tool: RegisteredTool): void {
    for (const [name, found] of this.#names) if (found.tool === tool) this.#names.delete(name);
  }

  find(name: string): ToolMatch | undefined {
    return this.#names.get(name);
  }

  /** The tool that is called so itself. */
  own(name: string): RegisteredTool | undefined {
    const found = this.#names.get(name);
    return found && !found.alias ? found.tool : undefined;
  }

  /** Built-ins first, sorted by name, then the others in the order of their coming. */
  tools(): readonly RegisteredTool[] {
    const tools = [...this.#names.values()].filter(found => !found.alias).map(found => found.tool);
    const builtIn = tools.filter(tool => tool.origin === 'built-in').sort((a, b) => (a.id < b.id ? -1 : 1));
    return [...builtIn, ...tools.filter(tool => tool.origin !== 'built-in')];
  }

  names(): readonly string[] {
    return [...this.#names.keys()];
  }
}
