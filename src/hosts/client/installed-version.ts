import { readFileSync, statSync } from 'node:fs';

const ABOUT = new URL('../../../package.json', import.meta.url);

/**
 * The package that lies on the disk now: its version and, after a plus, the second in which it was put there. This may
 * be another than the one that a process has loaded, also where both have the same version. As in hook.pl.
 */
export function installedVersion(): string {
  const { ctimeNs } = statSync(ABOUT, { bigint: true });
  const { version } = JSON.parse(readFileSync(ABOUT, 'utf8')) as { version: string };
  return `${version}+${ctimeNs / 1_000_000_000n}`;
}

/** The version as people know it. */
export const plainVersion = (installed: string): string => installed.replace(/\+.*/, '');
