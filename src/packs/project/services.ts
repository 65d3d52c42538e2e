import type { UserRegistries } from '../../sandbox/user-registries.ts';
import type { CodeIndex } from '../../search/port.ts';
import type { ShellServices } from '../shell/services.ts';

/** The services that the tools of a project need. */
export interface ProjectServices {
  readonly shell: ShellServices;
  /** The index of the workspace's code, one for all agents; opened when it is first asked. */
  readonly index: () => Promise<CodeIndex>;
  /** The registries that the person's packages come from, for projects that name none. */
  readonly registries?: () => UserRegistries;
}
