import { ToolError } from '../../tool/error.ts';
import { nearest } from '../../tool/text/nearest.ts';
import type { AgentType } from './agent-type.ts';
import { BUILT_IN_AGENTS } from './built-in-agents.ts';

/** Types from one place. A later place may take a name of an earlier one, and that is told. */
export interface AgentSource {
  /** The place as people know it: a file's folder, or "code". */
  readonly where: string;
  readonly types: readonly AgentType[];
}

export interface AgentTypes {
  readonly all: readonly AgentType[];
  /** Lines on which type took the place of which. */
  readonly notes: readonly string[];
  find(name: string): AgentType | undefined;
  /** Throws `UNKNOWN_AGENT` with the nearest names. */
  get(name: string): AgentType;
}

/** The built-in types and those of the sources; `only` names the types to keep. */
export function createAgentTypes(sources: readonly AgentSource[] = [], only?: readonly string[]): AgentTypes {
  const types = new Map<string, { type: AgentType; where: string }>();
  const notes: string[] = [];
  for (const { where, types: given } of [{ where: 'built-in', types: BUILT_IN_AGENTS }, ...sources]) {
    for (const type of given) {
      const earlier = types.get(type.name);
      if (earlier?.where === where)
        throw new ToolError('INVALID_ARGUMENTS', `${where} has two agents that are called ${type.name}`);
      if (earlier) notes.push(`the agent ${type.name} of ${where} takes the place of the one of ${earlier.where}`);
      types.set(type.name, { type, where });
    }
  }
  for (const name of only ?? []) if (!types.has(name)) throw unknownAgent(name, [...types.keys()]);
  const chosen = [...types.values()].map(({ type }) => type).filter(({ name }) => only?.includes(name) ?? true);
  const names = chosen.map(type => type.name);
  const find = (name: string) => chosen.find(type => type.name === name);
  return {
    all: Object.freeze(chosen),
    notes,
    find,
    get(name) {
      const found = find(name);
      if (!found) throw unknownAgent(name, names);
      return found;
    },
  };
}

function unknownAgent(name: string, known: readonly string[]): ToolError {
  const near = nearest(name, known);
  const said = JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
  return new ToolError('UNKNOWN_AGENT', `There is no agent ${said}`, {
    suggestion: `${near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : ''}There are: ${known.join(', ')}.`,
    details: { agents: known },
  });
}
