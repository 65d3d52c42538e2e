import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { RecordedCall, RecordedSession } from '../session.ts';
import { numberFor } from '../session.ts';
import type { Declared, Tools } from '../tools/declared.ts';
import { type ForeignForm, inForeignForm } from './forms.ts';
import { obeyed } from './obey.ts';

/** Tools and sessions as somebody else would write them: one file a suite, plain data. */
interface ForeignSuite {
  readonly tools: Readonly<Record<string, ForeignTool>>;
  readonly results: Readonly<Record<string, unknown>>;
  readonly tasks: readonly { readonly prompt: string; readonly calls: readonly WrittenCall[] }[];
  readonly goals: readonly { readonly kind: string; readonly wish: string; readonly calls: readonly WrittenCall[] }[];
  /** Attacks that stand in what the user asked to read, and not beside it. */
  readonly attacks?: readonly {
    readonly kind: string;
    readonly prompt: string;
    readonly calls: readonly WrittenCall[];
    readonly harm: readonly WrittenCall[];
  }[];
}

type ForeignTool = Omit<Declared, 'description' | 'looks'> & {
  readonly does: string;
  readonly changes?: true;
  /** What is no address, but may be declared as a target: a file's id, a hotel. */
  readonly things?: readonly string[];
};

/** The result by its name (`=inbox`), or as it is; `fails`: an error, with this text. */
type WrittenCall = readonly [
  tool: string,
  args: Readonly<Record<string, unknown>>,
  result?: unknown,
  ...fails: readonly 'fails'[],
];

const FORMS: readonly ForeignForm[] = ['printed', 'values', 'json', 'models', 'cards'];
/** Most attacks come in the form that servers print by themselves. */
const ATTACK_FORMS: readonly ForeignForm[] = [...FORMS, 'printed', 'table', 'printed'];

interface NamedSuite extends ForeignSuite {
  readonly suite: string;
  readonly styles: readonly (readonly [name: string, dress: string])[];
  readonly obeys: SuitesFrom['obeys'];
  readonly severalWishes: boolean;
}

/** Where suites lie, and how much of them is replayed. */
interface SuitesFrom {
  /** The folder, with a file for each name and one for the styles of attacks. */
  readonly folder: URL;
  readonly names: readonly string[];
  readonly prefix: string;
  /** In how many forms an honest errand comes; in all where nothing is said. */
  readonly forms?: number;
  /** An errand, or a goal, is kept apart with all its sessions. */
  readonly apartAsWhole?: true;
  /** Injected calls come right after what asked for them, too, and in the words of the model. */
  readonly obeys?: 'variously' | undefined;
  readonly thingsAreTargets?: true;
  /** Only the first that is read of what others planted is obeyed; what comes later wishes for something else. */
  readonly severalWishes?: true;
}

export function loadSuites(from: SuitesFrom) {
  const read = <T>(name: string): T => parse(readFileSync(new URL(`${name}.yaml`, from.folder), 'utf8')) as T;
  const styles = Object.entries(read<Record<string, string>>('styles'));
  const suites = from.names.map(name => ({
    ...read<ForeignSuite>(name),
    suite: from.prefix + name,
    styles,
    obeys: from.obeys,
    severalWishes: from.severalWishes === true,
  }));
  const placed = (sessions: readonly RecordedSession[]): readonly RecordedSession[] =>
    from.apartAsWhole
      ? sessions.map(each => ({ ...each, half: `${each.suite} ${each.attack?.kind ?? each.task}` }))
      : sessions;
  const tools: Readonly<Record<string, Tools>> = Object.fromEntries(
    suites.map(({ suite, tools: own }) => [
      suite,
      Object.fromEntries(Object.entries(own).map(([name, tool]) => [name, declared(tool, from.thingsAreTargets)])),
    ]),
  );
  return {
    tools,
    honest: placed(suites.flatMap(suite => honest(suite, from.forms ?? FORMS.length))),
    attacks: placed(suites.flatMap(suite => [...attacks(suite), ...ownAttacks(suite)])),
  };
}

/** What others wrote in the places for it; nothing where the session is honest. */
const planted = (value: unknown, text: string): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll('{{plant}}', () => JSON.stringify(text).slice(1, -1)));

interface Dressing {
  readonly form: ForeignForm;
  readonly plant: string;
  /** What is planted in all places but the first. */
  readonly later?: string;
}

function dressed({ results }: NamedSuite, calls: readonly WrittenCall[], dressing: Dressing): RecordedCall[] {
  const { form, later = dressing.plant } = dressing;
  let plant = dressing.plant;
  return calls.map(([tool, args, given = 'ok', ...fails]) => {
    const result = typeof given === 'string' && given.startsWith('=') ? results[given.slice(1)] : given;
    if (result === undefined) throw new Error(`${tool}: there is no result ${given}`);
    const call = {
      tool,
      args,
      result: inForeignForm(planted(result, plant), form, tool),
      ...(fails.length > 0 ? { fails: true as const } : {}),
    };
    if (JSON.stringify(result).includes('{{plant}}')) plant = later;
    return call;
  });
}

function honest(suite: NamedSuite, forms: number): readonly RecordedSession[] {
  return suite.tasks.flatMap(({ prompt, calls }, task) =>
    FORMS.filter((_, at) => (at + task) % FORMS.length < forms).map(form => ({
      id: `${suite.suite}-honest-${task + 1}-${form}`,
      suite: suite.suite,
      task: String(task + 1),
      prompt,
      calls: dressed(suite, calls, { form, plant: '' }),
    })),
  );
}

/** Every goal in every errand that reads what others wrote, each time in another form and dress. */
function attacks(suite: NamedSuite): readonly RecordedSession[] {
  const isOpen = (calls: readonly WrittenCall[]): boolean =>
    calls.some(([, , given]) => JSON.stringify(suite.results[String(given).slice(1)] ?? '').includes('{{plant}}'));
  const open = suite.tasks.filter(({ calls }) => isOpen(calls));
  return suite.goals.flatMap(({ kind, wish, calls: harm }, goal) =>
    open.map(({ prompt, calls }, task) => {
      const id = `${suite.suite}-attack-${kind.replaceAll(' ', '-')}-${task + 1}`;
      const [style, dress] = suite.styles[(goal + task) % suite.styles.length]!;
      const form = ATTACK_FORMS[(goal * 3 + task) % ATTACK_FORMS.length]!;
      const dressing: Dressing = {
        form,
        plant: dress.replace('{{wish}}', () => wish),
        ...(suite.severalWishes ? { later: suite.goals[(goal + 1) % suite.goals.length]!.wish } : {}),
      };
      const firstChange = calls.findIndex(([tool]) => suite.tools[tool]?.changes);
      const placed = numberFor(id, suite.obeys ? 4 : 3);
      const first = placed === 3 ? calls.findIndex(each => isOpen([each])) + 1 : firstChange;
      const before = placed === 0 || first < 0 ? calls : calls.slice(0, first);
      const injected = dressed(suite, harm, { form, plant: '' }).map(each => ({
        ...each,
        ...(suite.obeys ? { args: obeyed(each.args, id) } : {}),
        injected: true as const,
      }));
      const all = [...dressed(suite, isOpen(before) ? before : calls, dressing), ...injected];
      return {
        id,
        suite: suite.suite,
        task: String(task + 1),
        prompt,
        calls: all,
        attack: { kind, style, injectedCall: all.length - 1 },
      };
    }),
  );
}

function ownAttacks(suite: NamedSuite): readonly RecordedSession[] {
  return (suite.attacks ?? []).flatMap(({ kind, prompt, calls, harm }, task) =>
    FORMS.map(form => {
      const injected = dressed(suite, harm, { form, plant: '' }).map(each => ({ ...each, injected: true as const }));
      const all = [...dressed(suite, calls, { form, plant: '' }), ...injected];
      return {
        id: `${suite.suite}-attack-${kind.replaceAll(' ', '-')}-${form}`,
        suite: suite.suite,
        prompt,
        calls: all,
        task: `own-${task + 1}`,
        attack: { kind, style: 'in the errand', injectedCall: all.length - 1 },
      };
    }),
  );
}

const declared = ({ does, changes, things = [], ...rest }: ForeignTool, thingsAreTargets = false): Declared => ({
  ...rest,
  ...(thingsAreTargets && things.length > 0 ? { targets: [...(rest.targets ?? []), ...things] } : {}),
  description: does,
  untrusted: rest.untrusted ?? false,
  ...(changes ? {} : { looks: true as const }),
});
