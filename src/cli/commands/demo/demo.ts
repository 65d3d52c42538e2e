import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createToolgate } from '../../../gate/create-toolgate.ts';
import type { Toolgate } from '../../../gate/toolgate.ts';
import { addAll } from '../../../tool/lists/long-lists.ts';
import type { Outcome } from '../../../tool/outcome.ts';
import { callLine } from '../../../tool/text/mask.ts';
import { EXIT } from '../../exit-codes.ts';
import type { CommonOptions } from '../../options.ts';
import { resultColumns } from '../../output/columns.ts';
import { terminalFor } from '../../session.ts';
import { wrapWords } from '../../terminal/fit-lines.ts';
import { printable, table } from '../../terminal/terminal.ts';
import { callName, DEMO_PROMPT, DEMO_STEPS, type DemoStep, NO_SANDBOX, toolgateCommand } from './script.ts';
import { DEMO_POLICY, openDemoWorkspace } from './workspace.ts';

type Style = Parameters<ReturnType<typeof terminalFor>['style']>[0];

/** Plays a scripted agent in a folder of its own. Every call goes through the real gate. */
export async function demo(options: CommonOptions): Promise<number | undefined> {
  const terminal = terminalFor(options);
  /** With --json only the one document goes to standard output. */
  const say = (style: Style, text: string): void => {
    if (!options.json) terminal.result(terminal.style(style, inColumns(printable(text))));
  };
  const shop = openDemoWorkspace();
  shop.fill();
  const { root: workspace, store } = shop;
  const gate = await createToolgate({
    workspace,
    store,
    agent: 'demo',
    policy: DEMO_POLICY,
    approver: request => {
      say('yellow', `   asks    ${request.reason}`);
      say('yellow', '   person  yes, once');
      return 'allow_once';
    },
  });
  try {
    say(
      'dim',
      'A scripted agent at work in a temporary folder, with a scripted person who says yes. All else is real.',
    );
    const outcomes: Outcome[] = [];
    let odd = 0;
    let shell = true;
    const steps = DEMO_STEPS.filter(({ only }) => only !== 'page');
    say('dim', `It was asked: ${DEMO_PROMPT}`);
    for (const [index, step] of steps.entries()) {
      if (step.shell && !shell) continue;
      say('bold', `\n${index + 1}. ${step.title}`);
      say('dim', `   ${step.captions.now}`);
      const made = await playStep(step, { gate, workspace, say });
      if (made[0]?.error?.code === 'SANDBOX_UNAVAILABLE') {
        shell = false;
        say('yellow', `   ${NO_SANDBOX}`);
        continue;
      }
      say('dim', `   ${step.captions.done}`);
      odd += made.filter((outcome, at) => outcome.error?.code !== step.calls[at]?.refused).length;
      addAll(outcomes, made);
    }
    say('bold', '\nWhat is left');
    say('dim', '   src/price.ts has its old function and the line that the person wrote:');
    say('reset', indent(readFileSync(join(workspace, 'src/price.ts'), 'utf8').trimEnd()));
    say('dim', '   And every call is on the ledger, whatever became of it:');
    say('reset', indent(await ledgerOf(gate)));
    if (options.json) terminal.json({ calls: outcomes.length, failed: outcomes.filter(({ ok }) => !ok).length, odd });
    if (odd > 0) {
      terminal.problem(`\n${odd} calls did not end as they should; please report it.`);
      return EXIT.failed;
    }
    const toolgate = toolgateCommand();
    terminal.note(`\nNext: ${toolgate} tools, or ${toolgate} --help`);
    return undefined;
  } finally {
    await gate.close();
    shop.remove();
  }
}

async function playStep(
  step: DemoStep,
  { gate, workspace, say }: { gate: Toolgate; workspace: string; say: (style: Style, text: string) => void },
): Promise<readonly Outcome[]> {
  if (step.byHand) {
    appendFileSync(join(workspace, step.byHand.file), step.byHand.append);
    say('yellow', `   person  ${step.byHand.says}`);
  }
  const lines = step.calls.map(call => callLine(call.name, parsed(call.args)));
  // A single call is followed by its answer; several calls are all seen first, for they come together.
  for (const line of lines) say('cyan', `   call    ${line}`);
  if (step.calls.length > 2) {
    const together = await gate.groupToolCallsIntoBatches(step.calls);
    say('dim', `   order   ${together.map(batch => batch.map(call => call.name).join(' + ')).join(', then ')}`);
  }
  const outcomes = await gate.executeAll(
    step.calls.map(({ name, args }, index) => ({ id: callName(step.id, index), name, args })),
  );
  for (const outcome of outcomes) {
    if (outcome.ok) say('green', `   done    ${outcome.title}`);
    else say('red', `   refused ${outcome.error.message}`);
    const detail = step.calls.length > 2 ? '' : detailOf(gate, outcome);
    for (const line of detail.split('\n')) if (line !== '') say(styleOf(line), indent(line));
  }
  return outcomes;
}

/** The output of a command, or the diff of a change with its remarks; otherwise the first lines of the answer. */
function detailOf(gate: Toolgate, outcome: Outcome): string {
  if (!outcome.ok) return '';
  const changes = (outcome.metadata.changes ?? []) as readonly { diff: string }[];
  const remarks = outcome.output.split('\n').filter(line => /^\[.+\]$/.test(line));
  const { stdout = '' } = (outcome.value ?? {}) as { stdout?: string };
  const lines =
    changes.length > 0 ? [stdout, ...changes.map(change => change.diff), ...remarks] : gate.preview(outcome, 12);
  return lines
    .filter(line => line !== outcome.title)
    .join('\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}

async function ledgerOf(gate: Toolgate): Promise<string> {
  const rows = await gate.store.calls.list({ limit: 100 });
  return table(rows.toReversed().map(row => [row.tool, row.verdict ?? 'none', row.error?.code ?? 'ok']));
}

const parsed = (args: unknown): unknown => (typeof args === 'string' ? JSON.parse(args) : args);

/** The style of a diff's line: what is added and what is removed is seen at once. */
const styleOf = (line: string): Style => (line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : 'dim');

/** The label beside the words of a call; lines of its results stand as far in. A caption stands below the title. */
const LABEL = /^ {3}(?: {8}|(?:asks|call|done|order|person|refused) +)/;
const CAPTION = 3;

/** A text for the terminal, where no word is broken, and a line that goes on keeps its place. */
function inColumns(text: string): string {
  const columns = resultColumns();
  if (columns === undefined) return text;
  return wrapWords(text, columns, LABEL.exec(text)?.[0].length ?? CAPTION);
}

const indent = (text: string): string => text.replace(/^/gm, '           ');
