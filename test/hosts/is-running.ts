import { globSync, readFileSync, readlinkSync } from 'node:fs';

/** Whether a process with this command line runs in a folder. */
export const isRunning = (line: string, folder: string): boolean =>
  globSync('/proc/[0-9]*').some(process => {
    try {
      const said = readFileSync(`${process}/cmdline`, 'latin1').replaceAll('\0', ' ').trim();
      return said === line && readlinkSync(`${process}/cwd`) === folder;
    } catch {
      return false;
    }
  });
