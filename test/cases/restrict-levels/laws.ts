import { join } from 'node:path';
import type { CallRequest } from '../../../src/pipeline/call.ts';
import { withRules } from '../../../src/policy/create/create-policy.ts';
import { decide } from '../../../src/policy/decide.ts';
import type { Facts, Rule, RuntimePolicy, Verdict } from '../../../src/policy/types.ts';
import type { CallRow } from '../../../src/store/port.ts';
import type { Effect } from '../../../src/tool/effect.ts';
import type { Outcome } from '../../../src/tool/outcome.ts';
import { treeOf } from '../../support/tree.ts';
import { type Asked, type Levels, marksOf } from './open-levels.ts';
import { FILES } from './random-calls.ts';

/** All that is known of one call afterwards. */
export interface Happened {
  readonly root: string;
  readonly call: CallRequest;
  readonly outcome: Outcome;
  readonly row: CallRow;
  readonly asked: readonly Asked[];
  /** Saved by people before it. */
  readonly saved: readonly Rule[];
  readonly changed: readonly { readonly path: string; readonly kind: 'write' | 'delete' }[];
  /** Files whose text stood elsewhere too, before it. */
  readonly spread: ReadonlySet<string>;
  /** What anyone could read of it. */
  readonly seen: string;
  /** What happened before it. */
  readonly earlier: readonly Happened[];
}

/** Makes a call as the deepest of them, and looks at everything. */
export async function watch(levels: Levels, call: CallRequest, earlier: readonly Happened[]): Promise<Happened> {
  const { workspace, gates, asked } = levels;
  const { store } = levels.root;
  const before = treeOf(workspace.root);
  const askedBefore = asked.length;
  const saved = await savedRules(levels);
  const events: unknown[] = [];
  const outcome = await gates.at(-1)!.execute(call, { onEvent: event => void events.push(event) });
  const after = treeOf(workspace.root);
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return {
    root: workspace.root,
    call,
    outcome,
    row: (await store.calls.get(outcome.callID))!,
    asked: asked.slice(askedBefore),
    saved,
    changed: paths
      .filter(path => before[path] !== after[path])
      .map(path => ({ path, kind: after[path] === undefined ? 'delete' : 'write' })),
    spread: spreadIn(before),
    seen: JSON.stringify([outcome, events]),
    earlier,
  };
}

export const savedRules = async ({ root }: Levels): Promise<readonly Rule[]> =>
  (await root.store.rules.list()).map(({ rule }) => rule as unknown as Rule);

function spreadIn(tree: Readonly<Record<string, string>>): ReadonlySet<string> {
  const texts = Object.entries(tree).map(([path, node]) => {
    const [kind, , content = ''] = node.split(' ');
    return { path, text: kind === 'file' ? Buffer.from(content, 'base64').toString() : '' };
  });
  return new Set(
    FILES.filter(file =>
      texts.some(({ path, text }) => path !== file && marksOf(file).some(mark => text.includes(mark))),
    ),
  );
}

/** What of it one policy, alone, would not have let happen. */
export const broken = (happened: Happened, alone: RuntimePolicy): readonly string[] => [
  ...plainly(happened, alone),
  ...ranAgainst(happened, alone),
  ...changedAgainst(happened, alone),
  ...sawAgainst(happened, alone),
];

const saidYes = ({ asked }: Happened): boolean => asked.some(({ yes }) => yes);

/** What needs no judge: without leave nothing is written, run or sent, and what runs later by itself is asked about. */
function plainly(happened: Happened, { capabilities }: RuntimePolicy): string[] {
  const { changed, outcome, row } = happened;
  const ran = outcome.ok || row.startedAt !== undefined;
  const needed = [
    ...(changed.length > 0 ? ['write'] : []),
    ...(ran && (row.tool === 'bash' || row.tool === 'run_code') ? ['execute'] : []),
    ...(ran && row.tool === 'far__send' ? ['network'] : []),
  ] as const;
  const hook = changed.find(({ path }) => path.startsWith('.githooks/'));
  return [
    ...needed.filter(one => !capabilities.includes(one as never)).map(one => `it has done what needs ${one}`),
    ...(hook && !saidYes(happened) ? [`${hook.path} was changed unasked`] : []),
  ];
}

/** The call as a whole. */
function ranAgainst(happened: Happened, alone: RuntimePolicy): string[] {
  const { outcome, row, saved } = happened;
  if (!outcome.ok && row.startedAt === undefined) return [];
  const facts = row.facts as Facts;
  const { verdict, reasons } = decide(facts, alone);
  if (verdict === 'deny') return [`it ran against: ${reasons[0]?.text}`];
  if (verdict === 'allow' || saidYes(happened)) return [];
  const now = decide(facts, withRules(alone, { source: 'saved', rules: saved }));
  return now.verdict === 'allow' ? [] : [`it ran unasked against: ${reasons[0]?.text}`];
}

/** Each path that is another one now, whatever the tool had said of it. */
function changedAgainst(happened: Happened, alone: RuntimePolicy): string[] {
  const { row, changed, root } = happened;
  // The way back is asked about where a rule forbids to write, and not closed.
  const { takesBack } = (row.facts ?? {}) as Partial<Facts>;
  return changed.flatMap(({ path, kind }) =>
    decide(
      { ...touching(row.tool, { kind, resource: join(root, path) }, root), ...(takesBack ? { takesBack } : {}) },
      alone,
    )
      .reasons.filter(({ verdict, rule, from }) => {
        if (verdict !== 'ask') return verdict === 'deny';
        return (rule !== undefined || from === 'protected') && !saidYes(happened);
      })
      .map(({ text }) => `${kind} of ${path} against: ${text}`),
  );
}

/** What may not be read shows nowhere: neither as text, nor as a name that nobody had named. */
function sawAgainst(happened: Happened, alone: RuntimePolicy): string[] {
  const { call, seen, outcome, changed, row, root, spread } = happened;
  const byTool = [row.tool, ...((row.facts as Facts | undefined)?.alsoAs ?? [])];
  return FILES.flatMap(path => {
    const absolute = join(root, path);
    const content = marksOf(path).some(mark => seen.includes(mark));
    const verdict = toRead(alone, absolute, { root, tool: 'any' });
    if (content && verdict === 'deny') return [`the content of ${path} is seen`];
    if (content && verdict === 'ask' && !isReleased(happened, absolute)) return [`${path} is seen unasked`];
    const fromIt = byTool.some(tool => toRead(alone, absolute, { root, tool }) === 'deny');
    if (content && fromIt && !spread.has(path)) return [`the content of ${path} is seen by ${byTool}`];
    const name = path.slice(path.lastIndexOf('/') + 1);
    // A link says where it leads, and a refusal why.
    const told = !outcome.ok || path === 'vault' || name === '.env' || JSON.stringify(call).includes(name);
    const looked = !told && verdict === 'deny' && changed.every(({ path: other }) => other !== path);
    return looked && JSON.stringify(outcome).includes(name) ? [`the name of ${path} is seen`] : [];
  });
}

/** What rules about the path say of reading it. */
function toRead(
  alone: RuntimePolicy,
  absolute: string,
  { root, tool }: { readonly root: string; readonly tool: string },
): Verdict {
  const { reasons } = decide(touching(tool, { kind: 'read', resource: absolute }, root), alone);
  return reasons.find(({ verdict, rule }) => verdict !== 'allow' && rule?.match !== undefined)?.verdict ?? 'allow';
}

/** A person let it be read, now or before. */
const isReleased = (happened: Happened, absolute: string): boolean =>
  [happened, ...happened.earlier].some(one => saidYes(one) && covers(one.row.facts as Facts, absolute));

function covers({ effects }: Facts, absolute: string): boolean {
  if (effects === 'everything') return true;
  return effects.some(
    ({ resource, tree }) => resource === absolute || (tree === true && absolute.startsWith(`${resource}/`)),
  );
}

const touching = (tool: string, effect: Effect, root: string): Facts => ({
  tool,
  trust: 'user',
  required: [],
  effects: [effect],
  danger: 'safe',
  approval: false,
  session: { tainted: false, privateRead: false, hostsAllowed: [], calls: 0, tokens: 0 },
  root,
});

/** How a policy that stands above has become wider by what people answered those below. */
export function widened(
  { row }: Happened,
  above: { before: RuntimePolicy; now: RuntimePolicy; saved: readonly Rule[] },
) {
  if (!row.facts) return [];
  const facts = row.facts as Facts;
  const before = decide(facts, above.before);
  const now = decide(facts, above.now);
  if (before.verdict === 'deny' && now.verdict !== 'deny') return [`no longer denied: ${before.reasons[0]?.text}`];
  if (before.verdict !== 'ask' || now.verdict !== 'allow') return [];
  const byRule = before.reasons.find(({ verdict, rule }) => verdict === 'ask' && rule !== undefined);
  if (byRule) return [`no longer asked: ${byRule.text}`];
  const meant = above.saved.some(({ verdict, tool, effect }) => {
    return verdict === 'allow' && (tool === facts.tool || (tool === undefined && effect === 'network'));
  });
  return meant ? [] : [`no longer asked, though nobody said so: ${before.reasons[0]?.text}`];
}
