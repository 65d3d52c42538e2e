import type { Sandbox } from '../../sandbox/port.ts';
import type { ShellServices } from '../shell/services.ts';

/** What git tools need. */
export interface GitServices {
  readonly shell: ShellServices;
  /** Runs programs with the user's own rights: a push needs their keys. */
  readonly outside: () => Promise<Sandbox>;
  readonly env: Readonly<Record<string, string | undefined>>;
}
