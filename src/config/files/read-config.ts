import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '../config-error.ts';

const ADVICE = 'Is it the file that you mean? A config is small.';
const CONFIG = { bytes: 1024 * 1024, size: '1 MiB', advice: ADVICE, links: true };

/** Reads a config file; undefined when there is none. A file that is not plain, small and UTF-8 is an error. */
export function readConfigText(file: string, { bytes, size, advice, links } = CONFIG): string | undefined {
  let fd: number;
  try {
    // Opening a FIFO would wait for a writer.
    fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | (links ? 0 : constants.O_NOFOLLOW));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'ELOOP') throw new ConfigError(`${file} is a link`, 'Put the file itself there.');
    throw new ConfigError(`${file} cannot be read: ${message}`, 'Make it readable for this user, or remove it.');
  }
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new ConfigError(`${file} is not a file`, 'Put a plain text file there, or remove it.');
    if (stats.size > bytes) throw new ConfigError(`${file} is larger than ${size}`, advice);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(fd));
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const why = error instanceof TypeError ? 'it is not UTF-8' : (error as Error).message;
    throw new ConfigError(`${file} cannot be read: ${why}`, 'Save it as a text file in UTF-8.');
  } finally {
    closeSync(fd);
  }
}

/** Runs a config written in TypeScript: only ever for a workspace that the user trusts. */
export async function importConfigFile(file: string): Promise<unknown> {
  let module: { default?: unknown };
  try {
    module = await import(pathToFileURL(file).href);
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new ConfigError(`${file} cannot be run: ${why}`, 'Mend it, then trust it anew with: toolgate trust');
  }
  if (module.default === undefined)
    throw new ConfigError(`${file} has no default export`, 'Write: export default { policy: "standard" }');
  return module.default;
}
