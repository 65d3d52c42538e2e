/** The end of one test. */
export type TestStatus = 'passed' | 'failed' | 'skipped';

/** A test, as its runner names it. Paths are as the runner says them; lines count from 1. */
export interface TestName {
  /** The id tells tests of the same name apart. */
  readonly id: string;
  readonly name: string;
  readonly file?: string;
  readonly line?: number;
}

/** The events that our reporters write, a line each, as they happen: a crash leaves all events before it. */
export type TestEvent =
  | ({ readonly t: 'start' } & TestName)
  | ({ readonly t: 'end'; readonly status: TestStatus; readonly message?: string; readonly crash?: boolean } & TestName)
  /** A file whose tests could not run: it does not load or compile, or its process died. */
  | { readonly t: 'broken'; readonly file: string; readonly message: string; readonly line?: number }
  /** A test that has ended; its runner will say more of it, if it lives so long. */
  | ({ readonly t: 'over'; readonly status: TestStatus; readonly message?: string } & Pick<TestName, 'id' | 'line'>)
  /** A test that took its process along; it has begun and will not end. */
  | { readonly t: 'crash'; readonly id: string; readonly message: string }
  /** A failure that belongs to no test. */
  | { readonly t: 'stray'; readonly message: string; readonly file?: string; readonly line?: number }
  /** A program that the runner needs is not there. */
  | { readonly t: 'missing'; readonly program: string }
  /** The report is complete: nothing follows. */
  | { readonly t: 'finished' };

const KINDS: Readonly<Record<string, readonly string[]>> = {
  start: ['id', 'name'],
  end: ['id', 'name', 'status'],
  broken: ['file', 'message'],
  over: ['id', 'status'],
  crash: ['id', 'message'],
  stray: ['message'],
  missing: ['program'],
  finished: [],
};
const TEXTS = ['id', 'name', 'file', 'message', 'program'];

/** The events of a report. Other lines are left out: the last may be cut where a process died, and tests write too. */
export function parseEvents(report: string): readonly TestEvent[] {
  return report.split('\n').flatMap(line => {
    if (!line.startsWith('{')) return [];
    try {
      const said = Object.entries(JSON.parse(line) as Record<string, unknown>);
      const event = Object.fromEntries(said.filter(([, value]) => value !== null));
      return isEvent(event) ? [event as unknown as TestEvent] : [];
    } catch {
      return [];
    }
  });
}

function isEvent(event: Readonly<Record<string, unknown>>): boolean {
  const needed = Object.hasOwn(KINDS, String(event.t)) ? KINDS[String(event.t)] : undefined;
  if (!needed?.every(key => Object.hasOwn(event, key))) return false;
  if (TEXTS.some(key => event[key] !== undefined && typeof event[key] !== 'string')) return false;
  if (event.line !== undefined && !(Number.isSafeInteger(event.line) && Number(event.line) > 0)) return false;
  return event.status === undefined || /^(?:passed|failed|skipped)$/.test(String(event.status));
}
