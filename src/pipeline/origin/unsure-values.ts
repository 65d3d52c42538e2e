import type { UnsureValue } from '../../policy/types.ts';
import { maskText, shortenText } from '../../tool/text/mask.ts';
import type { Assessed } from '../call-states.ts';
import { findAddresses, isAddress, mayHoldMore, mixesScripts } from './addresses.ts';
import { hasText, holdsMore, isAt, keysIn, type Leaf, leavesOf } from './leaves.ts';
import type { Origins } from './origins.ts';
import { hasWords } from './result-values.ts';

const LONGEST = 400;

/**
 * Values of a call that the user may not have meant: where untrusted content has come in, a call that changes or sends
 * something goes only to targets, and carries only addresses, that the user named or that a result has as values of
 * their own; a dangerous one only to those that the user named. Undefined where there is nothing to ask.
 */
export function findUnsure(call: Assessed): readonly UnsureValue[] | undefined {
  const { session } = call.scope;
  if (!session.tainted || !isOutward(call)) return undefined;
  const { origins } = session;
  const leaves = argumentsOf(call);
  const targets = targetsOf(call, leaves);
  const named = new Set(targets.map(({ value }) => value));
  const content = leaves.filter(({ value }) => !named.has(value));
  const found = [
    ...beyondLooks(call, content),
    ...targets.flatMap(target => lookAt({ ...target, kind: 'target' }, call)),
    ...content.flatMap(({ path, value }) =>
      findAddresses(value).flatMap(address => lookAt({ kind: 'address', argument: path[0], value: address }, call)),
    ),
    ...(targets.some(goesToOthers)
      ? namesOfOthers(call, content)
      : textsOfOthers(call, leaves.length === 0 ? undefined : content)),
  ].filter(({ value }) => !origins.isAllowed(call.ready.id, value));
  if (found.length > 0) return found;
  const dictated = dictatedTo(call, targets, content);
  if (dictated.length > 0) return dictated;
  const unasked = notAskedFor(call, targets);
  if (unasked.length > 0) return unasked;
  return isTheirWish(call, leaves, targets) ? [{ kind: 'text', value: '' }] : undefined;
}

/** All arguments of a call: texts, numbers, and keys that the tool does not name itself. */
const argumentsOf = ({ args, ready }: Assessed): readonly Leaf[] => [
  ...leavesOf(args),
  ...keysIn(args, namesIn(ready.parameters.json)),
];

const NAMES = new WeakMap<object, ReadonlySet<string>>();

function namesIn(schema: object): ReadonlySet<string> {
  const known = NAMES.get(schema);
  if (known) return known;
  const names = new Set<string>();
  const walk = (node: unknown, levels: number): void => {
    if (typeof node !== 'object' || node === null || levels === 0) return;
    const { properties } = node as { readonly properties?: unknown };
    if (typeof properties === 'object' && properties !== null)
      for (const name of Object.keys(properties)) names.add(name);
    for (const inner of Object.values(node)) walk(inner, levels - 1);
  };
  walk(schema, 40);
  NAMES.set(schema, names);
  return names;
}

/** The arguments that are too many to be looked at: anything may stand there. */
function beyondLooks({ args }: Assessed, content: readonly Leaf[]): readonly UnsureValue[] {
  const isMore: UnsureValue[] = holdsMore(args) ? [{ kind: 'text', value: 'more values than can be looked at' }] : [];
  const long = content.filter(({ value }) => mayHoldMore(value));
  return [
    ...isMore,
    ...long.map(({ path, value }) => ({
      kind: 'text' as const,
      argument: path[0],
      value: shortenText(value, LONGEST),
    })),
  ];
}

/** The targets that others speak of, though the user has named them too, in a call that says what others wrote. */
function dictatedTo(call: Assessed, targets: readonly Named[], content: readonly Leaf[]): readonly UnsureValue[] {
  const { ready, scope } = call;
  const { origins } = scope.session;
  const isTheirs = ({ value }: Leaf): boolean =>
    hasWords(value) && origins.whereFrom(value) === undefined && origins.mayBeTheirs(value);
  if (!content.some(isTheirs)) return [];
  return targets
    .filter(({ value }) => origins.isSurelySpokenOf(value) && !origins.isAllowed(ready.id, value))
    .map(target => ({ ...told({ ...target, kind: 'target' }, origins), dictated: true }));
}

/** The targets of a call that changes or sends, in a session whose user has asked for nothing but an answer. */
function notAskedFor({ ready, danger, scope }: Assessed, targets: readonly Named[]): readonly UnsureValue[] {
  const { origins } = scope.session;
  if (ready.definition.readOnly || danger === 'safe' || origins.asksForChange) return [];
  if (targets.length === 0) return [{ kind: 'text', value: '', unasked: true }];
  return targets
    .filter(({ value }) => !origins.isAllowed(ready.id, value))
    .map(target => ({ ...target, kind: 'target', unasked: true }));
}

/**
 * Whether others may have wished for a call whose values are known: they use the verb in the tool's name
 * (`delete_file`) and the user has not, or any word of the name (`gmail_trash_message`) where the user has used none of
 * them; for a call that goes to somebody whom the user named, they speak of that person as well.
 */
function isTheirWish({ ready, scope }: Assessed, leaves: readonly Leaf[], targets: readonly Named[]): boolean {
  const { origins } = scope.session;
  const isSaid = (value: string): boolean => origins.whereFrom(value) === 'said';
  const isMeant = leaves.every(({ value }) => isSaid(value));
  const isTheirs = (word: string): boolean => (isMeant ? origins.isSurelySpokenOf(word) : origins.isSpokenOf(word));
  const [verb = [], ...words] = wordsOfName(ready.id).map(formsOf);
  const mayNotBeTheUsers = (forms: readonly string[]): boolean => forms.some(isTheirs) && !forms.some(isSaid);
  if (!mayNotBeTheUsers(verb) && !(origins.hearsUser && mayNotBeTheUsers([...verb, ...words.flat()]))) return false;
  return !targets.filter(goesToOthers).some(({ value }) => isSaid(value) && !origins.isSurelySpokenOf(value));
}

/** The words of a tool's name, without its server: `gmail_trashMessage` has three. */
const wordsOfName = (tool: string): readonly string[] =>
  (tool.replace(/^.*__/, '').match(/\p{L}\p{Ll}+/gu) ?? []).map(word => word.toLowerCase());

/** The forms in which others write a verb: remove, removed, removing, removal. */
function formsOf(verb: string): readonly string[] {
  if (verb.length < 3) return [verb];
  const stem = verb.replace(/[ey]$/, '');
  const twice = verb + verb.at(-1);
  const endings = ['e', 'y', 'ed', 'ied', 'es', 'ies', 's', 'ing', 'ying', 'al', 'ion', 'ation', 'ment'];
  return [verb, `${verb}s`, `${verb}ment`, `${twice}ed`, `${twice}ing`, ...endings.map(ending => stem + ending)];
}

/**
 * Whether a call changes or sends something that is not in the workspace, where it could be taken back. A call that
 * names where it goes sends, also where it only looks: the address of a page may tell what is asked of it, and an
 * argument that is an address, of a tool that is not ours, is such a name.
 */
export function isOutward(call: Assessed): boolean {
  const { ready, tool, effects, danger } = call;
  const { readOnly, targets } = ready.definition;
  if (sentTo(call).length > 0 || (targets && saidTargets(call, argumentsOf(call)).length > 0)) return true;
  if (tool.origin !== 'built-in' && hasText(call.args, isPage)) return true;
  const touchesNothing = effects !== 'everything' && effects.length === 0;
  const isSafe = danger === 'safe' && (!touchesNothing || saysItLooks(ready));
  if (readOnly || isSafe || tool.origin === 'built-in') return false;
  // A tool that says that it touches nothing, and not that it only looks, does not say what it changes.
  if (targets || effects === 'everything' || touchesNothing) return true;
  return effects.some(({ kind }) => kind === 'state' || kind === 'network');
}

/** Whether a value is the address of a page and nothing else. */
const isPage = (value: string): boolean => /^(?:https?:\/\/|www\.)/i.test(value.trim()) && isAddress(value);

const saysItLooks = ({ definition: { danger, untrusted, private: held }, permissions }: Assessed['ready']): boolean =>
  danger !== undefined || permissions !== undefined || held !== undefined || (untrusted ?? false) !== false;

type Named = Pick<UnsureValue, 'argument' | 'value'>;

/** Where the call says that something goes: in its arguments, and in its effects. */
function targetsOf(call: Assessed, leaves: readonly Leaf[]): readonly Named[] {
  const said = saidTargets(call, leaves);
  const known = new Set(said.map(({ value }) => value));
  return [...said, ...sentTo(call).flatMap(value => (known.has(value) ? [] : [{ value }]))];
}

function saidTargets({ ready }: Assessed, leaves: readonly Leaf[]): readonly Named[] {
  const { targets = [] } = ready.definition;
  return leaves
    .filter(({ path }) => targets.some(target => isAt(path, target)))
    .map(({ path, value }) => ({ argument: path[0], value }));
}

const sentTo = ({ effects }: Assessed): readonly string[] =>
  effects === 'everything' || effects.length === 0
    ? NOWHERE
    : effects.filter(({ kind }) => kind === 'send').map(({ resource }) => resource);

const NOWHERE: readonly string[] = [];

export function namedTargets(call: Assessed): readonly string[] | undefined {
  if (!call.ready.definition.targets) return undefined;
  const sent = new Set(sentTo(call));
  const named = saidTargets(call, argumentsOf(call)).filter(({ value }) => !sent.has(value));
  return named.length === 0 ? undefined : named.map(({ value }) => value);
}

function lookAt(value: UnsureValue, call: Assessed): readonly UnsureValue[] {
  const { origins } = call.scope.session;
  if (value.value.trim() === '') return [];
  const from = origins.whereFrom(value.value);
  if (from === 'said' || (from === 'result' && call.danger !== 'dangerous' && !isPointedAt(value.value, origins)))
    return [];
  return [{ ...told(value, origins), ...(from === 'result' ? { whole: true } : {}) }];
}

/**
 * Whether others speak of a value: then it says nothing for the value that it is a field of a result as well, such as
 * the sender. Nor does it where an address is made to look like another one.
 */
const isPointedAt = (value: string, origins: Origins): boolean => origins.isSpokenOf(value) || mixesScripts(value);

/** Whether a value is the number of a record (`13`, `T-1043`), and not an account. */
const isRecord = (value: string): boolean => /^(?=\D*\d)[\p{L}\p{N}#_-]{1,40}$/u.test(value) && !isAddress(value);

/** Whether something goes to somebody or somewhere: a record is only changed, though it is named a target. */
const goesToOthers = ({ value }: Named): boolean => !isRecord(value);

/**
 * The texts that a call without a target may have from others: their text, a name that only they use, and a single word
 * of nobody, such as a password that they have encoded. A call that says nothing at all may be theirs altogether.
 */
function textsOfOthers(call: Assessed, leaves: readonly Leaf[] | undefined): readonly UnsureValue[] {
  const { origins } = call.scope.session;
  if (!leaves) return call.danger === 'safe' ? [] : [{ kind: 'text', value: '' }];
  return leaves.flatMap(({ path, value, isKey }) => {
    const from = origins.whereFrom(value);
    if (from === 'said') return [];
    if (from === 'result' && call.danger !== 'dangerous' && !origins.isSpokenOf(value)) return [];
    const isTheirs = readingsOf(value).some(reading => origins.mayBeTheirs(reading) || origins.hasTheirName(reading));
    if (!isTheirs && (from === 'result' || isKey || !isLoneWord(value) || isListed(value, call))) return [];
    return [told({ kind: 'text', argument: path[0], value }, origins)];
  });
}

/** Names of somebody or something that only others use, beside a target: a role, a person who is to take part. */
function namesOfOthers(call: Assessed, content: readonly Leaf[]): readonly UnsureValue[] {
  const { origins } = call.scope.session;
  return content
    .filter(({ value }) => isIdentifier(value) && origins.whereFrom(value) === undefined && origins.isSpokenOf(value))
    .filter(({ value }) => !isListed(value, call))
    .map(({ path, value }) => told({ kind: 'text', argument: path[0], value }, origins));
}

/** Whether a text is a word of no sentence, and no way to a file: letters with digits or hyphens between them. */
const isIdentifier = (text: string): boolean =>
  /^(?=.*\p{L})(?=.*[\p{L}\p{N}][-_@\d][\p{L}\p{N}])[\p{L}\p{N}_@-]{4,200}$/u.test(text);

/** Whether a text is a word that says something alone: no number, no time, no short name of an option. */
const isLoneWord = (text: string): boolean => /^\S{4,}$/u.test(text.trim()) && !/^[-+\d.,:/TZ]+$/.test(text.trim());

/** Whether the tool itself lists a value among those that it takes. */
const isListed = (value: string, { ready }: Assessed): boolean =>
  leavesOf(ready.parameters.json).some(
    leaf => leaf.value === value && /^(?:enum|const)$/.test(leaf.path.findLast(step => step !== '*') ?? ''),
  );

/** A text as it is, and as it would be when decoded. */
function readingsOf(text: string): readonly string[] {
  const readings = [text];
  const packed = text.replace(/\s/g, '');
  if (/^[A-Za-z0-9+/_-]{12,}={0,2}$/.test(packed)) readings.push(Buffer.from(packed, 'base64').toString('utf8'));
  if (/^(?:[0-9a-f]{2}){6,}$/i.test(packed)) readings.push(Buffer.from(packed, 'hex').toString('utf8'));
  if (/%[0-9a-f]{2}/i.test(text))
    readings.push(text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))));
  return readings;
}

function told(value: UnsureValue, origins: Origins): UnsureValue {
  const source = origins.sourceOf(value.value);
  return {
    ...value,
    value: value.kind === 'text' ? maskText(shortenText(value.value, LONGEST)) : value.value,
    ...(source ? { source: `what ${source.tool} gave at ${clock(source.at)}` } : {}),
  };
}

const clock = (at: number): string => new Date(at).toTimeString().slice(0, 5);
