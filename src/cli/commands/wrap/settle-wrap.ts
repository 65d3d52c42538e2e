import type { Wrap, WrapTake } from '../../../hosts/wrap/open-wrap.ts';
import type { RecordedSet } from '../../../tool/history.ts';
import { type ChangeLine, describeFiles, liesInGit } from '../../output/describe-files.ts';
import type { CliSession } from '../../session.ts';
import { colouredDiff } from '../../terminal/coloured-diff.ts';
import { isCliInsideJob } from '../../terminal/require-person.ts';
import { canAsk, printable, type Terminal, toPrintableLine } from '../../terminal/terminal.ts';
import { askHere } from '../../terminal/with-keys.ts';

interface SettleOptions {
  readonly apply?: boolean;
  readonly keep?: boolean;
  readonly input: boolean;
  readonly commits: readonly string[];
}

/** Settles the work of a wrapped agent. False where that failed, and its layer stays. */
export async function settleWrap(session: CliSession, wrap: Wrap, options: SettleOptions): Promise<boolean> {
  const { terminal, gate } = session;
  if (options.apply && (await applied(session, wrap, options))) return true;
  const taken = await wrap.keep();
  if (!taken.outcome.ok) {
    terminal.problem(printable(taken.outcome.output));
    terminal.problem(
      `What the agent did is in ${wrap.layer.folder}; toolgate changes tries again. Nothing of the project was touched.`,
    );
    return false;
  }
  if (taken.set === undefined && taken.outside.length === 0) {
    terminal.note('It changed nothing in the workspace.');
    wrap.layer.remove();
    return true;
  }
  const [set] = taken.set === undefined ? [] : await gate.journal.list({ id: taken.set, diffs: true });
  terminal.note(describeTaken(set, taken, options.commits));
  const asks = !options.apply && !options.keep && canAsk(options) && !(await isCliInsideJob());
  if (!asks || session.abort.aborted) tellWaiting(session, taken);
  else await askUntilSettled(session, wrap, { set, taken });
  wrap.layer.remove();
  return true;
}

/** Writes the work at once, where nobody has to be asked and nothing meets the work of others. */
async function applied({ terminal }: CliSession, wrap: Wrap, { commits }: SettleOptions): Promise<boolean> {
  const written = await wrap.write({ unasked: true });
  if (!written.outcome.ok) {
    const { message, details } = written.outcome.error;
    // The set that the commit has kept is not the one that waits in the end: its id would lead nowhere.
    const met = details?.pending === undefined ? message : 'it met the work of others';
    const why = written.asks.length > 0 ? written.asks.join('; ') : met;
    terminal.problem(`It is not written without a person: ${toPrintableLine(why)}`);
    return false;
  }
  tellWritten(terminal, written, commits);
  wrap.layer.remove();
  return true;
}

function tellWritten(terminal: Terminal, { outcome, outside, merged }: WrapTake, commits: readonly string[]): void {
  const changes = (outcome.metadata.changes ?? []) as readonly ChangeLine[];
  if (changes.length + outside.length + commits.length === 0)
    terminal.note('It changed nothing that is not written yet.');
  else {
    terminal.note([...commits, ...changeLines(changes), ...mergedLines(merged), ...outsideLines(outside)].join('\n'));
    terminal.note(WRITTEN);
  }
}

type Waiting = Readonly<{ set: RecordedSet | undefined; taken: WrapTake }>;

async function askUntilSettled(session: CliSession, wrap: Wrap, { set, taken }: Waiting): Promise<void> {
  const { gate, terminal } = session;
  for (;;) {
    const choice = await chooseEnd({ met: taken.foreign.length > 0, files: set !== undefined });
    if (choice === 'leave') return tellWaiting(session, taken);
    if (choice === 'show') terminal.note(colouredDiff(printable(diffOf(set)), process.stderr));
    if (choice === 'apply' && (await writeWhole(session, wrap, { set, taken }))) return;
    if (choice === 'drop') {
      if (set) await gate.plan.drop({ id: set.id });
      return terminal.note('Dropped; no file was touched.');
    }
    const paths = choice === 'some' && set ? await chooseFiles(set.changes.map(({ path }) => path)) : [];
    if (!set || paths.length === 0) continue;
    const [written] = await gate.plan.apply({ id: set.id, paths });
    terminal.note(changeLines(written?.changes ?? []).join('\n'));
    terminal.note('Written; take it back with: toolgate undo. The rest waits:');
    return tellWaiting(session, taken);
  }
}

/** Writes all of the work, over that of others where the two met, for the person was told of it. */
async function writeWhole({ gate, terminal }: CliSession, wrap: Wrap, { set, taken }: Waiting): Promise<boolean> {
  if (taken.foreign.length > 0 && set) await gate.plan.apply({ id: set.id });
  else {
    const { outcome } = await wrap.write();
    if (!outcome.ok) {
      terminal.problem(printable(outcome.output));
      return false;
    }
  }
  terminal.note(WRITTEN);
  return true;
}

function tellWaiting({ terminal }: CliSession, { set, outside }: WrapTake): void {
  if (set !== undefined)
    terminal.note(
      `It waits, and nothing of it is written. See it: toolgate changes --diff; write it: toolgate changes apply ${set} [PATH...];\n` +
        `forget it: toolgate changes drop ${set}`,
    );
  if (outside.length > 0)
    terminal.note(`Not kept, for tools make it again: ${outside.map(toPrintableLine).join(', ')}`);
}

const MOST_LINES = 40;
const WRITTEN = 'Written. What was there before is kept. Take it back with: toolgate undo';

function describeTaken(set: RecordedSet | undefined, taken: WrapTake, commits: readonly string[]): string {
  const { foreign, merged, outside, unseen, asks } = taken;
  return [
    '',
    ...commits,
    ...changeLines(set?.changes ?? []),
    ...outsideLines(outside),
    ...foreign.map(path => `  CONFLICT ${toPrintableLine(path)} was changed by someone else meanwhile`),
    ...mergedLines(merged),
    ...unseen.map(path => `  left out ${toPrintableLine(path)}, which the policy hides`),
    ...asks.map(reason => `  look at this: ${toPrintableLine(reason)}`),
  ].join('\n');
}

const changeLines = (changes: readonly ChangeLine[]): readonly string[] => describeFiles(changes, MOST_LINES);

const outsideLines = (outside: readonly string[]): readonly string[] =>
  outside.map(path => `  outside of undo: ${toPrintableLine(path)}`);

const mergedLines = (merged: readonly string[]): readonly string[] =>
  merged.map(path => `  merged ${toPrintableLine(path)}: others changed it too, and both are in it`);

const diffOf = (set: RecordedSet | undefined): string =>
  (set?.changes ?? []).map(({ path, diff = '' }) => (liesInGit(path) ? '' : diff)).join('');

type EndChoice = 'apply' | 'some' | 'show' | 'leave' | 'drop';

/** Asks what becomes of what a wrapped agent did. Ctrl-C leaves it waiting. */
function chooseEnd({ met, files }: { met: boolean; files: boolean }): Promise<EndChoice> {
  const ofFiles = [
    { value: 'show' as const, label: 'Show the differences' },
    { value: 'some' as const, label: 'Take over some files' },
  ];
  const options = [
    { value: 'apply' as const, label: met ? 'Write it over what is there now' : 'Take it over' },
    ...(files ? ofFiles : []),
    { value: 'leave' as const, label: 'Leave it waiting' },
    { value: 'drop' as const, label: 'Drop it' },
  ];
  const question = { message: 'What becomes of it?', options, initialValue: met ? 'leave' : 'apply' } as const;
  return askHere<EndChoice>(
    (prompts, at) => prompts.select<EndChoice>({ ...question, ...at }),
    () => 'leave',
  );
}

/** Asks for files of a set; what lies in a repository's own folder is one of them. */
async function chooseFiles(paths: readonly string[]): Promise<readonly string[]> {
  const groups = Map.groupBy(paths, path => /^(?:.*\/)?\.git(?=\/)/.exec(path)?.[0] ?? path);
  const options = [...groups.keys()].map(name => ({ value: name, label: toPrintableLine(name) }));
  const message = 'Which? (blank chooses, enter ends)';
  const chosen = await askHere<string[]>(
    (prompts, at) => prompts.multiselect({ message, options, required: false, ...at }),
    () => [],
  );
  return chosen.flatMap(name => groups.get(name) ?? []);
}
