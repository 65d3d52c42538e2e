import { type Cause, honestQuestions, missedAttacks, shellQuestions } from './causes.ts';
import {
  CONNECTED_SESSIONS,
  type Counted,
  countModes,
  countShell,
  FOREIGN_SESSIONS,
  FRESH_SESSIONS,
  OWN_SESSIONS,
  PUBLISHED_SESSIONS,
  RECORDED_SESSIONS,
  type ShellCounted,
  together,
  VARIED_SESSIONS,
} from './count.ts';
import { foreignTable, ownTable } from './tables.ts';

const HELP = `npm run bench -- questions [--why] [--json]
Replays recorded sessions of attacks and honest work, and counts what a person would be asked.
  --why   also the classes of attacks that nobody was asked about, and of questions in honest sessions
  --json  the numbers for programs`;

/** What was counted over the sets of sessions. */
interface SetsCounted {
  readonly own: readonly Counted[];
  readonly foreign: readonly Counted[];
  readonly fresh: readonly Counted[];
  readonly varied: readonly Counted[];
  readonly published: readonly Counted[];
  readonly connected: readonly Counted[];
  readonly recorded: readonly Counted[];
}

export async function countQuestions(options: readonly string[]): Promise<void> {
  const unknown = options.find(option => !['--why', '--json'].includes(option));
  if (unknown !== undefined) {
    console.log(HELP);
    process.exitCode = unknown === '--help' ? 0 : 2;
    return;
  }
  const sets = {
    own: await countModes(OWN_SESSIONS),
    foreign: await countModes(FOREIGN_SESSIONS),
    fresh: await countModes(FRESH_SESSIONS),
    varied: await countModes(VARIED_SESSIONS),
    published: await countModes(PUBLISHED_SESSIONS),
    connected: await countModes(CONNECTED_SESSIONS),
    recorded: await countModes(RECORDED_SESSIONS),
  };
  const shell = await countShell();
  if (options.includes('--json')) console.log(JSON.stringify(asJson(sets, shell), null, 2));
  else {
    const tables = [
      ...['', ...foreignTable('Sessions with tools and results of others, in six forms', sets.foreign)],
      ...['', ...foreignTable('Sessions in the shape of published benchmarks', sets.fresh)],
      ...['', ...foreignTable('Sessions with attacks in errors, reports and first results', sets.varied)],
      ...['', ...foreignTable('Sessions after the suites of published benchmarks', sets.published)],
      ...['', ...foreignTable('Sessions with tools of connected services', sets.connected)],
      ...['', ...foreignTable('Long sessions in the manner of real models', sets.recorded)],
    ];
    console.log([...ownTable(sets.own, shell), ...tables].join('\n'));
    if (options.includes('--why')) printCauses(sets, shell);
  }
}

function printCauses(
  { own, foreign, fresh, varied, published, connected, recorded }: SetsCounted,
  shell: ShellCounted,
): void {
  const print = (title: string, causes: readonly Cause[]): void => {
    console.log(`\n${title}`);
    for (const { count, cause, example } of causes) {
      console.log(`${String(count).padStart(4)}  ${cause}`);
      if (example) console.log(`      ${example.replaceAll('\n', ' ').slice(0, 200)}`);
    }
  };
  for (const [whose, modes] of [
    ['our own sessions', own],
    ['sessions of others', foreign],
    ['fresh sessions', fresh],
    ['varied sessions', varied],
    ['published suites', published],
    ['connected services', connected],
    ['long sessions', recorded],
  ] as const) {
    for (const counted of modes.slice(0, 2)) {
      print(`Attacks that nobody was asked about (${whose}, ${counted.mode.name}):`, missedAttacks(counted));
      print(`Questions in honest sessions (${whose}, ${counted.mode.name}):`, honestQuestions(counted));
    }
  }
  print('Questions in shell work:', shellQuestions(shell));
}

const modesAsJson = (modes: readonly Counted[]) =>
  modes.map(counted => ({
    name: counted.mode.name,
    tuning: counted.tuning,
    keptApart: counted.keptApart,
    all: together(counted),
    answering: counted.answering,
    forged: counted.forged,
    missed: missedAttacks(counted),
    asked: honestQuestions(counted),
  }));

const asJson = ({ own, foreign, fresh, varied, published, connected, recorded }: SetsCounted, shell: ShellCounted) => ({
  modes: modesAsJson(own),
  foreign: modesAsJson(foreign),
  fresh: modesAsJson(fresh),
  varied: modesAsJson(varied),
  published: modesAsJson(published),
  connected: modesAsJson(connected),
  recorded: modesAsJson(recorded),
  shell: {
    sessions: shell.sessions,
    hours: shell.hours,
    questions: shell.questions,
    spared: shell.spared,
    changes: shell.changes,
    waysOut: shell.waysOut,
    asked: shellQuestions(shell),
  },
});
