import { existsSync } from 'node:fs';

/**
 * Devices of the machine that bubblewrap shows, as lines for `mount`. They belong to root, so a command of root could
 * change their modes for everyone; on a mount that is read-only it cannot, and may still use them.
 */
export const READ_ONLY_DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty']
  .map(name => `/dev/${name}`)
  .filter(path => existsSync(path))
  .map(path => `${path} ${path} none bind,ro 0 0\n`);

/** The workspace with its layers over it, as a line for `mount`. Names in it are all of the job's folder. */
export const workspaceMount = (place: string, above: readonly string[], options: string): string => {
  const layers = ['mask', ...above, 'root'].join(':');
  return `toolgate ${place} overlay nosuid,nodev,lowerdir=${layers},upperdir=upper,workdir=work${options} 0 0\n`;
};

/** An empty folder in memory, as a line for `mount`, which mounts nothing twice at a place that has the same source. */
export const emptyFolder = (place: string, flags = ''): string =>
  `toolgate-empty ${place} tmpfs nosuid,nodev,mode=755${flags} 0 0\n`;

/** A folder that is seen as it is, and does not tell where it lies, as a line for `mount`. */
export const bareFolder = (base: string, name: string, options: string): string =>
  `toolgate ${base}/seen/${name} overlay ro,lowerdir=${base}/none:${base}/bare/${name}${options} 0 0\n`;
