import { describeRule } from '../../policy/describe.ts';
import { replay } from '../../policy/replay.ts';
import type { PolicyLimits, RuntimePolicy } from '../../policy/types.ts';
import { sayNumber, saySize, sayTime } from '../../text/say.ts';
import { ToolError } from '../../tool/error.ts';
import type { CommonOptions } from '../options.ts';
import { sayClock } from '../output/say-clock.ts';
import { type CliSession, readSettings, withGate } from '../session.ts';
import { requirePerson } from '../terminal/require-person.ts';
import { table, toPrintableLine } from '../terminal/terminal.ts';

export function printPolicy(options: CommonOptions): Promise<void> {
  return withGate({ ...options, input: false }, async ({ gate, terminal, settings }) => {
    const policy = gate.policy();
    const { workspace, trusted, withheld, sources } = settings;
    if (options.json) terminal.json({ policy, workspace: workspace.root, trusted, sources, withheld });
    else terminal.result(describePolicy(policy, settings));
  });
}

function describePolicy(policy: RuntimePolicy, { sources, workspace, trusted }: CliSession['settings']): string {
  const danger = Object.entries(policy.danger).map(([level, verdict]) => `${level}: ${verdict}`);
  const limits = Object.entries(policy.limits).filter(([, limit]) => Number.isFinite(limit));
  const rules = policy.ruleLists.flatMap(({ source, rules: list }) =>
    list.map(({ verdict, effect = 'any', tool = 'any', match = 'any', reason = '' }) => [
      ...[source, verdict, effect, tool, match, reason],
    ]),
  );
  // Saved rules stand in every layer.
  const rows = [...new Map(rules.map(row => [JSON.stringify(row), row.map(toPrintableLine)])).values()];
  const places = Object.entries({ ...sources, ...(rows.some(([from]) => from === 'saved') ? { saved: SAVED } : {}) });
  const config = workspace.configFile ? (trusted ? ', trusted' : ', not trusted: only tightens') : '';
  return [
    table([
      ['policy', policy.name],
      ['workspace', `${toPrintableLine(workspace.root)} (${workspace.because})`],
      ['capabilities', policy.capabilities.join(', ')],
      ['danger', danger.join(', ')],
      ['network', policy.network.allow.join(', ') || 'no host without asking'],
      ['sandbox', policy.sandbox],
      ['syntax', policy.syntax],
      ['preview', policy.preview],
      ['limits', limits.map(([key, limit]) => `${key} ${sayLimit(key as keyof PolicyLimits, limit)}`).join(', ')],
      [
        'private',
        `${policy.private.length} globs; protected: ${policy.protected.length} globs (all of them with --json)`,
      ],
      ...places.map(([from, where]) => [`${from}:`, `${toPrintableLine(where)}${from === 'project' ? config : ''}`]),
    ]),
    rows.length > 0
      ? `\n${table([['from', 'verdict', 'effect', 'tool', 'match', 'reason'], ...rows])}`
      : 'rules         none',
  ].join('\n');
}

/** Limits in words for people; a limit that is a count of something needs no unit. */
const LIMIT_WORDS: Partial<Record<keyof PolicyLimits, (limit: number) => string>> = {
  time: sayTime,
  outputBytes: saySize,
  disk: saySize,
  image: saySize,
};

const sayLimit = (key: keyof PolicyLimits, limit: number): string => (LIMIT_WORDS[key] ?? sayNumber)(limit);

const SAVED = 'by answering "always"; listed with toolgate policy saved';

export function printReplay(proposed: string, options: CommonOptions & { limit?: number }): Promise<void> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const { policy } = await readSettings({ ...options, policy: proposed });
    const rows = await gate.store.calls.list({ limit: options.limit ?? 10_000 });
    const differences = replay(rows, policy);
    if (options.json) return terminal.json({ calls: rows.length, differences });
    if (rows.length === 0) return terminal.note('No call is recorded here yet.');
    if (differences.length === 0) return terminal.result(`No verdict of ${rows.length} recorded calls would differ.`);
    const cells = differences.map(({ id, tool, before, after, reasons }) => [
      ...[id, toPrintableLine(tool), before, after, toPrintableLine(reasons[0]?.text ?? '')],
    ]);
    terminal.result(table([['call', 'tool', 'was', 'would be', 'because'], ...cells]));
    terminal.note(`${differences.length} of ${rows.length} recorded calls would be decided differently.`);
  });
}

const textOf = (rule: unknown): string => toPrintableLine(describeRule(rule as Parameters<typeof describeRule>[0]));

export function savedRules(options: CommonOptions & { forget?: string }): Promise<void> {
  const { json, input, forget } = options;
  return withGate({ ...options, input: false }, async ({ gate: { store }, terminal }) => {
    const rules = await store.rules.list();
    if (forget !== undefined) {
      const saved = rules.find(({ id }) => id === forget);
      const question = saved && `Forget the rule: ${textOf(saved.rule)}?`;
      if (saved) await requirePerson('Forgetting a saved rule', { input, store, question });
      if (!(await store.rules.remove(forget)))
        throw new ToolError('INVALID_ARGUMENTS', `No saved rule has the id ${forget}`, {
          suggestion: 'List them with: toolgate policy saved',
        });
      return json ? terminal.json({ forgotten: forget }) : terminal.result('The rule is forgotten.');
    }
    if (json) return terminal.json({ rules });
    if (rules.length === 0) return terminal.note('No rule was saved.');
    terminal.result(table(rules.map(row => [row.id, sayClock(row.createdAt), textOf(row.rule)])));
    terminal.note('\nForget one with: toolgate policy saved --forget ID');
  });
}
