export type Check =
  | 'definition'
  | 'name'
  | 'description'
  | 'permissions'
  | 'danger'
  | 'verdict'
  | 'read-only'
  | 'touched'
  | 'idempotent'
  | 'abort'
  | 'output'
  | 'errors';

/** One thing in which a tool does not do as it says. Plain data. */
export interface Finding {
  readonly check: Check;
  /** The arguments with which it was found; undefined where it holds for any. */
  readonly args: unknown;
  readonly message: string;
}

/** So many of one kind tell enough; a check that found them is not made again. */
const MOST = 3;

export class ToolFindings {
  readonly list: Finding[] = [];

  add(check: Check, args: unknown, message: string): void {
    const known = this.list.some(other => other.check === check && other.message === message);
    if (!known && this.wants(check)) this.list.push({ check, args, message });
  }

  wants(check: Check): boolean {
    return this.list.filter(finding => finding.check === check).length < MOST;
  }
}
