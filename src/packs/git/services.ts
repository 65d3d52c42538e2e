import type { Sandbox } from '../../sandbox/port.ts';
import type { ShellServices } from '../shell/services.ts';

/** The services that git tools need. */
export interface GitServices {
  readonly shell: ShellServices;
  /** Runs programs with the user's own rights: a push needs the user's keys. */
  readonly outside: () => Promise<Sandbox>;
  readonly env: Readonly<Record<string, string | undefined>>;
}
