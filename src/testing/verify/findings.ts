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

/** One point in which a tool does not do as it says. Plain data. */
export interface Finding {
  readonly check: Check;
  /** The arguments of the finding; undefined where it holds for any. */
  readonly args: unknown;
  readonly message: string;
}

/** The most findings of one kind; a check with so many is not made again. */
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
