import { existsSync } from 'node:fs';

/**
 * Devices of the machine that bubblewrap shows, as lines for `mount`. To root they belong, so a command could change
 * their modes for everyone; on a mount that is read-only it cannot, and may still use them.
 */
export const READ_ONLY_DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty']
  .map(name => `/dev/${name}`)
  .filter(path => existsSync(path))
  .map(path => `${path} ${path} none bind,ro 0 0\n`);

/** The workspace with its layers over it, as a line for `mount`. Names in it are all of the job's folder. */
export const workspaceMount = (above: readonly string[], options: string): string =>
  `toolgate merged overlay lowerdir=${['mask', ...above, 'root'].join(':')},upperdir=upper,workdir=work${options} 0 0\n`;
