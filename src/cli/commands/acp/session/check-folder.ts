import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { RequestError } from '@agentclientprotocol/sdk';

/** The editor's folder, or the one that the command was started for. Throws where the first lies outside of it. */
export function checkFolder(cwd: string, only: string | undefined): string {
  const folder = realFolder(cwd);
  if (only === undefined) return folder;
  const allowed = realFolder(only);
  const inside = relative(allowed, folder);
  if (inside.split('/')[0] === '..') throw refused(`${cwd} lies outside of ${only}, for which this agent was started`);
  return allowed;
}

function realFolder(path: string): string {
  if (!isAbsolute(path)) throw refused(`${JSON.stringify(path.slice(0, 200))} is no absolute path`);
  try {
    const real = realpathSync(path);
    if (statSync(real).isDirectory()) return real;
  } catch {
    throw refused(`${path} is not there`);
  }
  throw refused(`${path} is no folder`);
}

const refused = (why: string): RequestError => RequestError.invalidParams(undefined, `cwd: ${why}`);
