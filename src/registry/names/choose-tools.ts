import { ToolError } from '../../tool/error.ts';
import { nearest } from '../../tool/text/nearest.ts';
import type { RegisteredTool } from '../registered.ts';
import type { ToolMatch, ToolSummary } from '../types.ts';

/** Tools that nearly every task needs, also without a shell; find_tools finds the others, and call_tool calls them. */
const CORE: ReadonlySet<string> = new Set([
  'read_file',
  'write_file',
  'edit_file',
  'move_file',
  'delete_file',
  'list_directory',
  'glob',
  'grep',
  'bash',
  'bash_output',
  'bash_kill',
  'undo_turn',
  // Only workers have this tool: their work ends by it.
  'submit_result',
  'find_tools',
  'call_tool',
]);

/** Sets of tools that have a name. */
const TOOL_SETS = ['core', 'all'] as const;

/** The tools that are told of, out of all that there are. */
export interface ToolChoice {
  has(tool: RegisteredTool): boolean;
  /** Whether the others can be called all the same, by call_tool. */
  readonly open: boolean;
}

interface KnownTools {
  find(name: string): ToolMatch | undefined;
  findLeftOut(name: string): ToolMatch | undefined;
  names(): readonly string[];
  listPackNames(): readonly string[];
  summaries(): readonly ToolSummary[];
  absentSources(): readonly ToolSummary[];
}

/**
 * Reads a choice: names of tools, packs and sets. A name of nothing is an error, and so is a tool that the policy
 * leaves out. Tools of others count by name too, also while their server is not up. `offered` are the ids that models
 * are told of where scripts call the rest.
 */
export function chooseTools(registry: KnownTools, words: readonly string[], offered: readonly string[]): ToolChoice {
  const chosen = new Set(words.flatMap(word => read(registry, word)));
  const all = chosen.has('all');
  // Where the other tools could not be reached, none is left out.
  const core = chosen.has('core') && canReach(registry);
  const whole = all || (chosen.has('core') && !core);
  const has = (tool: RegisteredTool): boolean =>
    whole ||
    chosen.has(tool.id) ||
    (tool.pack !== undefined && chosen.has(packKey(tool.pack))) ||
    (core && (tool.origin !== 'built-in' || CORE.has(tool.id) || offered.includes(tool.id)));
  const caller = registry.find('call_tool')?.tool;
  return { has, open: whole || (caller !== undefined && has(caller)) };
}

const canReach = (registry: KnownTools): boolean =>
  ['find_tools', 'call_tool'].every(name => registry.find(name)?.tool.origin === 'built-in');

const packKey = (pack: string): string => `pack ${pack}`;

function read(registry: KnownTools, word: string): readonly string[] {
  if (TOOL_SETS.some(name => name === word)) return [word];
  const found = registry.find(word);
  if (found) return [found.tool.id];
  if (registry.listPackNames().includes(word)) return [packKey(word)];
  const isLazy = registry.summaries().some(({ name }) => name === word);
  if (isLazy || registry.absentSources().some(({ name }) => word.startsWith(`${name}__`))) return [word];
  if (registry.findLeftOut(word))
    throw new ToolError('PERMISSION_DENIED', `The policy leaves out the tool ${word}`, {
      suggestion: 'Take it off the list of tools, or choose a policy that has it, such as privileged.',
    });
  const names = [...TOOL_SETS, ...registry.names(), ...registry.listPackNames()];
  const [near] = nearest(word, names, 1);
  throw new ToolError('UNKNOWN_TOOL', `There is no tool, pack or set of tools named ${JSON.stringify(word)}`, {
    suggestion: near === undefined ? `There are ${names.slice(0, 20).join(', ')}, …` : `Did you mean ${near}?`,
  });
}
