import type { CallTimes } from '../../activity/call-times.ts';
import { nameOutcome } from '../../tool/outcome.ts';
import { sayTimes } from '../output/say-times.ts';
import { briefly, cutAfter, toPrintableLine } from '../terminal/terminal.ts';
import { diffLines } from './diff-lines.ts';
import type { Paint, ShownLine, Style } from './shown-line.ts';

export interface EndedCall {
  readonly tool: string;
  readonly agent: string;
  readonly ok: boolean;
  /** What was called, for a call that has no title since it failed. */
  readonly about?: string | undefined;
  readonly title?: string | undefined;
  readonly error?: { readonly code?: unknown; readonly message?: unknown } | undefined;
  readonly exitCode?: number | undefined;
  readonly times?: CallTimes | undefined;
  readonly planned?: boolean;
  readonly preview?: readonly string[];
  readonly diffs?: readonly string[];
}

const MOST_PREVIEW = 6;

export function callLines(call: EndedCall, paint: Paint): ShownLine[] {
  const { diffs = [] } = call;
  const lead = `${paint(...markOf(call))} `;
  const [text, tail] = [headOf(call, paint), restOf(call, paint)];
  // The reason of a failure is shown whole.
  const head: ShownLine = call.ok ? { lead, text, cut: true, tail } : { lead, text: `${text}  ${tail}`.trimEnd() };
  const preview = diffs.length > 0 ? [] : previewOf(call);
  return [
    head,
    ...preview.map(line => ({ lead: '    ', text: paint('dim', line), cut: true })),
    ...diffs.flatMap(diff => diffLines(diff, paint)),
  ];
}

function markOf({ ok, exitCode = 0, error }: EndedCall): readonly [Style, string] {
  const named = nameOutcome({ ok, error: error as Parameters<typeof nameOutcome>[0]['error'] });
  if (!ok) return named === 'conflict' ? ['yellow', '!'] : ['red', '✗'];
  return exitCode === 0 ? ['green', '✓'] : ['yellow', '!'];
}

function headOf(call: EndedCall, paint: Paint): string {
  const { tool, agent, title, ok } = call;
  const who = agent === 'main' ? '' : `${paint('cyan', toPrintableLine(agent))} `;
  const what = ok ? oneLine(title ?? '') : failureOf(call, paint);
  return `${who}${paint('bold', toPrintableLine(tool))} ${what}`.trimEnd();
}

/** The call at the start of a message to the model: a person sees what was called, if there is room, and then why. */
const OWN_NAME = /^[\w-]+\(.*?\): /s;
const MOST_ABOUT = 120;

function failureOf(call: EndedCall, paint: Paint): string {
  const { tool, about = '', error } = call;
  const [style] = markOf(call);
  const why = `${error?.code ?? 'failed'}: ${String(error?.message ?? '').replace(OWN_NAME, '')}`;
  const name = about.startsWith(`${tool}: `) ? about.slice(tool.length + 2) : about.slice(about.indexOf('(') + 1, -1);
  const called = oneLine(cutAfter(name, MOST_ABOUT));
  return `${called}  ${paint(style, oneLine(why))}`.trimStart();
}

function restOf({ ok, exitCode = 0, times, planned = false }: EndedCall, paint: Paint): string {
  const exit = ok && exitCode !== 0 ? paint('yellow', `exit ${exitCode}`) : '';
  const plan = planned ? paint('yellow', 'planned, not written') : '';
  return [exit, plan, times ? paint('dim', sayTimes(times)) : ''].filter(Boolean).join('  ');
}

function previewOf({ title, preview = [] }: EndedCall): string[] {
  const lines = preview.filter(line => line !== title).map(toPrintableLine);
  if (lines.length <= MOST_PREVIEW) return lines;
  return [...lines.slice(0, MOST_PREVIEW - 1), `… ${lines.length - MOST_PREVIEW + 1} more lines`];
}

const MOST_HEAD = 400;

export const oneLine = (text: string): string => briefly(text, MOST_HEAD);
