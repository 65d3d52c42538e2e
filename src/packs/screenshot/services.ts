import type { PagePicture, PageRequest } from '../../sandbox/browser/port.ts';
import type { Sandbox } from '../../sandbox/port.ts';

/** The services that taking pictures needs. */
export interface ScreenshotServices {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Runs programs with the user's own rights: a sandbox has no screen. */
  readonly outside: () => Promise<Sandbox>;
  /** The path of a program that is not in the workspace. */
  readonly findProgram: (name: string, root: string) => string | undefined;
  /** Shows a page in a browser that reaches only the given hosts and files. */
  readonly photographPage: (request: PageRequest) => Promise<PagePicture>;
}
