import type { RegisteredTool } from '../registered.ts';
import type { ToolMatch } from '../types.ts';

/** Names and other names, with the tools that they mean. */
export class NameTable {
  readonly #own = new Map<string, ToolMatch>();
  /** Tools by other name, in the order of their coming: the last tool has the name, and gives it back when it goes. */
  readonly #other = new Map<string, readonly ToolMatch[]>();

  /** Puts a tool in. The last tool of a name has it; an other name gives way to a tool's own, while that is there. */
  put(tool: RegisteredTool): void {
    this.#own.set(tool.id, { tool });
    for (const alias of tool.aliases)
      this.#other.set(alias.name, [...(this.#other.get(alias.name) ?? []), { tool, alias }]);
  }

  forget(tool: RegisteredTool): void {
    if (this.own(tool.id) === tool) this.#own.delete(tool.id);
    for (const { name } of tool.aliases) {
      const left = this.#other.get(name)?.filter(match => match.tool !== tool) ?? [];
      if (left.length > 0) this.#other.set(name, left);
      else this.#other.delete(name);
    }
  }

  find(name: string): ToolMatch | undefined {
    return this.#own.get(name) ?? this.#other.get(name)?.at(-1);
  }

  own(name: string): RegisteredTool | undefined {
    return this.#own.get(name)?.tool;
  }

  tools(): readonly RegisteredTool[] {
    const tools = [...this.#own.values()].map(({ tool }) => tool);
    const builtIn = tools.filter(tool => tool.origin === 'built-in').sort((a, b) => (a.id < b.id ? -1 : 1));
    return [...builtIn, ...tools.filter(tool => tool.origin !== 'built-in')];
  }

  names(): readonly string[] {
    return [...new Set([...this.#own.keys(), ...this.#other.keys()])];
  }
}
