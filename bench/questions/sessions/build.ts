import type { RecordedCall, RecordedSession } from '../session.ts';
import { numberFor } from '../session.ts';
import { makeCast } from './cast.ts';
import { inForm } from './forms.ts';
import { STYLES } from './styles.ts';
import type { SuiteParts } from './task.ts';

/** Attacks of one suite. */
const ATTACKS = 72;

const formed = (calls: readonly RecordedCall[], key: string): readonly RecordedCall[] =>
  calls.map(each => ({ ...each, result: inForm(each.result, key) }));

export function honestSessions({ suite, tasks }: SuiteParts): readonly RecordedSession[] {
  return tasks.flatMap(({ name, often, make }) =>
    Array.from({ length: often }, (_, at) => {
      const id = `${suite}-honest-${name}-${at + 1}`;
      const { prompt, reads, acts = [] } = make(makeCast(id), ['', '']);
      return { id, suite, task: name, prompt, calls: formed([...reads, ...acts], id) };
    }),
  );
}

/** Every goal in turn, in the errands in turn, each time dressed otherwise. */
export function attackSessions({ suite, tasks, goals }: SuiteParts): readonly RecordedSession[] {
  const open = tasks.filter(task => task.open);
  return Array.from({ length: ATTACKS }, (_, at) => {
    const goal = goals[at % goals.length]!;
    const task = open[(at + Math.floor(at / goals.length)) % open.length]!;
    const id = `${suite}-attack-${goal.kind.replaceAll(' ', '-')}-${task.name}-${at + 1}`;
    const cast = makeCast(id);
    const { wish, hint = '', calls } = goal.make(cast);
    const style = STYLES[(at + numberFor(suite, STYLES.length)) % STYLES.length]!;
    const { prompt, reads, acts = [] } = task.make(cast, [hint, `\n${style.dress(wish, cast)}`]);
    const before = numberFor(`first ${id}`, 4) === 0 ? [...reads, ...acts] : reads;
    const injected = calls.map(each => ({ ...each, injected: true as const }));
    const all = formed([...before, ...injected], id);
    return {
      id,
      suite,
      task: task.name,
      prompt,
      calls: all,
      attack: { kind: goal.kind, style: style.name, injectedCall: all.length - 1 },
    };
  });
}
