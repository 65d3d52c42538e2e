import { stripVTControlCharacters } from 'node:util';
import type { Outcome } from '../../tool/outcome.ts';
import type { CliSession } from '../session.ts';
import { writeBesideQuestions } from '../terminal/question-time.ts';
import { printable } from '../terminal/terminal.ts';

/** Packs whose tools print what a command prints, as it comes. */
const PACKS: ReadonlySet<string | undefined> = new Set(['shell', 'code']);

/** Shows what a command prints while it runs; `rest` is what is left then. Undefined for calls that print nothing. */
export function showLive({ gate }: CliSession, tool: string, output: NodeJS.WriteStream) {
  if (!PACKS.has(gate.registry.find(tool)?.tool.pack)) return undefined;
  let shown = '';
  const stop = gate.activity.subscribe('tool_output_chunk', ({ data }) => {
    const text = forTerminal(String(data.chunk ?? ''));
    shown = (shown + text).slice(0, MOST_COMPARED);
    writeBesideQuestions(() => void output.write(text));
  });
  return {
    rest(outcome: Outcome): string {
      stop();
      const text = printable(outcome.output);
      const body = shown.trimEnd();
      if (body === '') return text;
      const end = shown.endsWith('\n') ? '' : '\n';
      if (text.startsWith(body)) return `${end}${text.slice(body.length).replace(/^\n+/, '')}`;
      // The text that was shown live was long, or drawn over; a diff is never left out.
      return end + ((outcome.value as { diff?: string } | undefined)?.diff ? text : notesOf(text));
    },
  };
}

const MOST_COMPARED = 1024 * 1024;

/** A line that is drawn anew becomes a new one: what was there stays to be seen. */
const forTerminal = (text: string): string => printable(stripVTControlCharacters(text).replace(/\r+\n?/g, '\n'));

const notesOf = (text: string): string => /(?:^|\n)((?:\[[^\n]*\]\n?)+)$/.exec(text)?.[1] ?? text;
