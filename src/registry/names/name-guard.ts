import { checkToolName } from '../../tool/define.ts';
import { ToolError } from '../../tool/error.ts';
import type { RegistryListeners } from '../listeners.ts';
import type { RegisteredTool } from '../registered.ts';
import type { NameTable } from './name-table.ts';

export class NameGuard {
  readonly #names: NameTable;
  readonly #reserved: ReadonlySet<string>;
  readonly #listeners: RegistryListeners;

  constructor(names: NameTable, reserved: ReadonlySet<string>, listeners: RegistryListeners) {
    this.#names = names;
    this.#reserved = reserved;
    this.#listeners = listeners;
  }

  /** Throws for a foreign tool that takes a name of another place: saved rules and habits go by names. */
  check(tool: RegisteredTool): void {
    const names = [tool.id, ...tool.aliases.map(alias => alias.name)];
    names.forEach(checkToolName);
    if (tool.origin !== 'foreign') return;
    const taken = names.find(name => {
      const other = this.#names.find(name)?.tool;
      return this.#reserved.has(name) || (other && (other.origin !== 'foreign' || other.pack !== tool.pack));
    });
    if (taken !== undefined) throw this.refusal(`The foreign tool ${tool.id}`, taken);
  }

  refusal(who: string, name: string): ToolError {
    return this.#listeners.report(name, new ToolError('PERMISSION_DENIED', `${who} may not take the name ${name}`));
  }
}
