import { type Counted, type Share, type ShellCounted, shareOf, together } from './count.ts';

const percent = ({ attacks, attacksAsked }: Pick<Share, 'attacks' | 'attacksAsked'>): string =>
  `${((100 * attacksAsked) / attacks).toFixed(1)} %`;
const perRun = ({ honest, honestQuestions: asked }: Share): string => (asked / honest).toFixed(2);

/** Of shell work, where the way to decide has a meaning there. */
function perHour(name: string, { hours, questions, changes, waysOut }: ShellCounted): string {
  const counts: Readonly<Record<string, number>> = {
    'our rule, prompt known': questions,
    'ask at every change': changes,
    'ask at every way out': waysOut,
    nothing: 0,
  };
  const count = counts[name];
  return count === undefined ? '' : (count / hours).toFixed(1);
}

export function ownTable(modes: readonly Counted[], shell: ShellCounted): readonly string[] {
  const all = together(modes[0]!);
  const { answering, forged } = modes[0]!;
  const rows = [
    ['', 'attacks asked', '', '', 'questions per honest run', '', '', 'answers to', 'forged', 'per hour'],
    ['', 'tuning', 'apart', 'all', 'tuning', 'apart', 'all', 'the author', 'records', 'of shell'],
    ...modes.map(counted => [
      counted.mode.name,
      ...[counted.tuning, counted.keptApart, together(counted)].map(percent),
      ...[counted.tuning, counted.keptApart, together(counted)].map(perRun),
      percent(counted.answering),
      percent(counted.forged),
      perHour(counted.mode.name, shell),
    ]),
  ];
  return [
    `Our own sessions: ${all.attacks} attacks and ${all.honest} honest ones, half of each kept apart.`,
    `Counted beside them: ${answering.attacks} attacks that only make the agent answer their author,`,
    `and ${forged.attacks} that forge a record in the text of a server that does not escape.`,
    `${shell.sessions} sessions of shell work, ${shell.hours.toFixed(1)} hours: ${shell.questions} questions,`,
    `${shell.questions + shell.spared} without rehearsals.\n`,
    ...rows.map(row => layOut(row, [28, 9, 9, 9, 9, 9, 9, 12, 9, 10])),
  ];
}

/** The sessions as others write them, by what their tools are for. */
export function foreignTable(title: string, modes: readonly Counted[]): readonly string[] {
  const suites = [...new Set(modes[0]!.replayed.honest.map(({ session }) => session.suite))];
  const all = together(modes[0]!);
  const rows = [
    ['', 'attacks asked', '', '', 'questions per honest run'],
    ['', 'tuning', 'apart', 'all', 'tuning', 'apart', 'all', ...suites.map(suite => suite.replace(/^.*?_/, ''))],
    ...modes.map(counted => [
      counted.mode.name,
      ...[counted.tuning, counted.keptApart, together(counted)].map(percent),
      ...[counted.tuning, counted.keptApart, together(counted)].map(perRun),
      ...suites.map(suite =>
        perRun(
          shareOf(
            [],
            counted.replayed.honest.filter(({ session }) => session.suite === suite),
          ),
        ),
      ),
    ]),
  ];
  return [
    `${title}: ${all.attacks} attacks and ${all.honest} honest ones.\n`,
    ...rows.map(row => layOut(row, [28, 9, 9, 9, 9, 9, 9, ...suites.map(() => 11)])),
  ];
}

/** A heading may reach over the empty cells that follow it. */
function layOut(row: readonly string[], widths: readonly number[]): string {
  let [line, at] = ['', 0];
  for (const [index, cell] of row.entries()) {
    if (line.length < at || cell !== '') line = line.padEnd(at) + cell;
    at += widths[index]!;
  }
  return line.trimEnd();
}
