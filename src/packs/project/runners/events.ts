/** How one test ended. */
export type Status = 'passed' | 'failed' | 'skipped';

/** A test, as its runner names it. Paths are as the runner says them; lines count from 1. */
export interface TestName {
  /** Tells tests of the same name apart. */
  readonly id: string;
  readonly name: string;
  readonly file?: string;
  readonly line?: number;
}

/** What our reporters write, a line each, as it happens: so that a crash leaves all that came before. */
export type TestEvent =
  | ({ readonly t: 'start' } & TestName)
  | ({ readonly t: 'end'; readonly status: Status; readonly message?: string; readonly crash?: boolean } & TestName)
  /** A file whose tests could not be had: it does not load, compile or its process died. */
  | { readonly t: 'broken'; readonly file: string; readonly message: string; readonly line?: number }
  /** A test has ended, and its runner will say more of it, if it lives so long. */
  | { readonly t: 'over'; readonly id: string; readonly status: Status; readonly message?: string }
  /** A test that took its process along; it has begun and will not end. */
  | { readonly t: 'crash'; readonly id: string; readonly message: string }
  /** A failure that belongs to no test. */
  | { readonly t: 'stray'; readonly message: string; readonly file?: string; readonly line?: number }
  /** The runner is not there. */
  | { readonly t: 'missing'; readonly program: string }
  /** What was said before is all that there is. */
  | { readonly t: 'finished' };

/** Lines that are not ours are left out: the last one may be cut where a process was killed. */
export function parseEvents(report: string): readonly TestEvent[] {
  return report.split('\n').flatMap(line => {
    if (!line.startsWith('{')) return [];
    try {
      const event = JSON.parse(line) as Partial<TestEvent>;
      return typeof event.t === 'string' ? [event as TestEvent] : [];
    } catch {
      return [];
    }
  });
}
