import { loadSettings } from '../../config/load-settings.ts';
import { replay } from '../../policy/replay.ts';
import { EXIT } from '../exit-codes.ts';
import type { CommonOptions } from '../options.ts';
import { withGate } from '../session.ts';
import { table } from '../terminal.ts';

/** The rules in force, with where each came from. */
export function showPolicy(options: CommonOptions): Promise<number> {
  return withGate({ ...options, input: false }, async ({ gate, terminal, settings }) => {
    const policy = gate.policy();
    if (options.json) {
      terminal.result(JSON.stringify({ policy, workspace: settings.workspace.root, trusted: settings.trusted }));
      return EXIT.done;
    }
    const rows = policy.ruleLists.flatMap(list =>
      list.rules.map(rule => [
        list.source,
        rule.verdict,
        rule.effect ?? 'any',
        rule.tool ?? '*',
        rule.match ?? '*',
        rule.reason ?? '',
      ]),
    );
    terminal.result(
      [
        `policy        ${policy.name}`,
        `capabilities  ${policy.capabilities.join(', ')}`,
        `danger        ${Object.entries(policy.danger)
          .map(([level, verdict]) => `${level}: ${verdict}`)
          .join(', ')}`,
        `sandbox       ${policy.sandbox}`,
        `syntax        ${policy.syntax}`,
        `network       ${policy.network.allow.join(', ') || 'no host without asking'}`,
        rows.length > 0
          ? `\n${table([['from', 'verdict', 'effect', 'tool', 'match', 'reason'], ...rows])}`
          : 'rules         none',
      ].join('\n'),
    );
    return EXIT.done;
  });
}

/** Tries another policy over the recorded calls and prints where the verdicts differ. */
export function replayPolicy(proposed: string, options: CommonOptions & { limit?: string }): Promise<number> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const { policy } = await loadSettings({
      flags: { ...options, policy: proposed },
      env: process.env,
      cwd: process.cwd(),
    });
    const rows = await gate.store.calls.list({ limit: options.limit === undefined ? 10_000 : Number(options.limit) });
    const differences = replay(rows, policy);
    if (options.json) terminal.result(JSON.stringify({ calls: rows.length, differences }));
    else if (differences.length === 0) terminal.result(`No verdict of ${rows.length} recorded calls would differ.`);
    else {
      terminal.result(
        table([
          ['call', 'tool', 'was', 'would be', 'because'],
          ...differences.map(row => [row.id, row.tool, row.before, row.after, row.reasons[0]?.text ?? '']),
        ]),
      );
      terminal.note(`${differences.length} of ${rows.length} recorded calls would be decided differently.`);
    }
    return EXIT.done;
  });
}

/** Rules that were saved by answering "always". */
export function savedRules(options: CommonOptions & { forget?: string }): Promise<number> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    if (options.forget !== undefined) {
      const gone = await gate.store.rules.remove(options.forget);
      if (options.json) terminal.result(JSON.stringify({ forgotten: gone }));
      else terminal.note(gone ? 'The rule is forgotten.' : `No saved rule has the id ${options.forget}.`);
      return gone ? EXIT.done : EXIT.failed;
    }
    const rules = await gate.store.rules.list();
    if (options.json) terminal.result(JSON.stringify({ rules }));
    else if (rules.length === 0) terminal.note('No rule was saved.');
    else
      terminal.result(
        table(rules.map(row => [row.id, new Date(row.createdAt).toISOString(), JSON.stringify(row.rule)])),
      );
    return EXIT.done;
  });
}
