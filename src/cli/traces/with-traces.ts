import { type Terminal, toPrintableLine } from '../terminal/terminal.ts';
import { readTraceSettings } from './trace-settings.ts';

/** Runs a command whose spans are sent where the `OTEL_*` variables say; nothing is loaded where they name no place. */
export async function withTraces<T>(terminal: Terminal, run: () => Promise<T>): Promise<T> {
  const { settings, notes } = readTraceSettings(process.env);
  const note = (text: string) => terminal.note(toPrintableLine(`traces: ${text}`));
  notes.forEach(note);
  if (!settings) return run();
  const { openTraces } = await import('./open-traces.ts');
  const traces = openTraces(settings, {
    env: process.env,
    onProblem: problem => note(`${problem}. Spans are lost, and nothing else; this is told once`),
  });
  try {
    return await traces.within(run);
  } finally {
    await traces.close();
  }
}
