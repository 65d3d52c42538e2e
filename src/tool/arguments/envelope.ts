import { isRecord } from '../../schema/json.ts';
import { plainWord } from '../text/nearest.ts';
import { isWrapper } from './coerce/object.ts';
import { containerIn } from './coerce/text.ts';

type Args = Record<string, unknown>;

const NAMES = new Set(['name', 'tool', 'toolname', 'function', 'functionname', 'recipientname', 'action']);
/** Names for arguments, besides wrappers that may stand alone. */
const INNER = new Set(['actioninput', 'toolarguments', 'toolargs', 'functionarguments', 'kwargs']);
/** Keys that protocols write beside the name and the arguments of a call. */
const LABELS = new Set(['type', 'id', 'callid', 'toolcallid', 'tooluseid', 'index', 'status']);
/** Keys that a whole call is put under. */
const OUTER = new Set(['function', 'functioncall', 'toolcall', 'tooluse', 'toolcalls']);

interface EnvelopeNames {
  readonly names: readonly string[];
  /** The tool's own parameters: a key that is one of them is no envelope. */
  readonly known: () => readonly string[];
}

/**
 * The arguments inside of a whole call that was sent in their place, `{ "name": TOOL, "arguments": {…} }` for that very
 * tool, or `{ TOOL: {…} }`. Undefined where the arguments are no such call.
 */
export function openEnvelope(args: Args, { names, known }: EnvelopeNames): Args | undefined {
  if (takesAll(known(), args)) return undefined;
  const tools = new Set(names.map(plainWord));
  const isTool = (name: unknown): boolean =>
    typeof name === 'string' && tools.has(plainWord(name.replace(/^functions?\./, '')));
  const isFree = (key: string): boolean => !known().includes(key);
  return open(args, { isTool, isFree, hasKeys: () => known().length > 0 }, 0);
}

/** Whether the tool takes every key: then no key is an envelope's. */
function takesAll(own: readonly string[], args: Args): boolean {
  if (own.length === 0) return false;
  for (const key of Object.keys(args)) if (!own.includes(key)) return false;
  return true;
}

interface Search {
  readonly isTool: (name: unknown) => boolean;
  readonly isFree: (key: string) => boolean;
  /** Whether the tool has parameters; where it has none, a lone key with the tool's name may be an argument. */
  readonly hasKeys: () => boolean;
}

function open(call: Args, search: Search, depth: number): Args | undefined {
  const keys = Object.keys(call);
  const isLabel = (key: string): boolean => LABELS.has(plainWord(key)) && typeof call[key] !== 'object';
  const told = keys.filter(key => !isLabel(key) || !search.isFree(key));
  const [only] = told;
  if (told.length === 1 && only !== undefined) {
    const inside = onlyOf(call[only]);
    if (keys.length === 1 && search.isTool(only) && search.hasKeys() && search.isFree(only)) return containerOf(inside);
    const isCall = OUTER.has(plainWord(only)) && isRecord(inside) && depth < 2 && search.isFree(only);
    return isCall ? open(inside, search, depth + 1) : undefined;
  }
  const name = told.find(key => NAMES.has(plainWord(key)) && search.isTool(call[key]));
  const inner = told.find(key => key !== name && (isWrapper(key) || INNER.has(plainWord(key))));
  if (told.length !== 2 || name === undefined || inner === undefined) return undefined;
  // A tool such as call_tool takes both keys itself.
  if (!search.isFree(name) && !search.isFree(inner)) return undefined;
  return containerOf(call[inner]);
}

const onlyOf = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value);

function containerOf(value: unknown): Args | undefined {
  if (value === null || value === '') return {};
  const inside = containerIn(value);
  return isRecord(inside) ? inside : undefined;
}
