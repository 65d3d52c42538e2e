import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { xdgFolder } from '../../src/config/folders.ts';
import type { HostTrial } from '../../src/hosts/trial/host-trial.ts';

/** A folder outside of the project, and of /tmp, where Codex would not make what its sandbox needs. */
export const cacheFolder = (name: string): string =>
  join(xdgFolder(process.env, 'XDG_CACHE_HOME') ?? '/var/tmp', 'toolgate', 'hosts', name);

/**
 * Installs the newest version of a host from npm. Where that cannot be had, the one that the cases were run with last will
 * do, or one that is there from before.
 */
export function installHost(
  name: string,
  trial: HostTrial,
): { program: string; version: string } | { problem: string } {
  const folder = cacheFolder(name);
  mkdirSync(folder, { recursive: true });
  const own = join(folder, 'package.json');
  if (!existsSync(own)) writeFileSync(own, '{ "private": true }\n');
  // Some fetch their program with a script of their package.
  const args = ['install', '--no-audit', '--no-fund', '--foreground-scripts'];
  const install = (version: string) =>
    spawnSync('npm', [...args, `${trial.package}@${version}`], { cwd: folder, encoding: 'utf8' });
  const newest = install('latest');
  const ran = newest.status === 0 ? newest : install(trial.version);
  const program = join(folder, 'node_modules', '.bin', trial.program);
  const version = versionIn(join(folder, 'node_modules', trial.package, 'package.json'));
  if (version === undefined || !existsSync(program))
    return { problem: `npm: ${(ran.stderr ?? '').trim().slice(-300)}` };
  const home = cacheFolder('runs');
  mkdirSync(home, { recursive: true });
  const tried = spawnSync(program, ['--version'], { encoding: 'utf8', env: { PATH: process.env.PATH, HOME: home } });
  if (tried.status !== 0) return { problem: `it does not start: ${(tried.stderr ?? '').trim().slice(-300)}` };
  return { program, version };
}

function versionIn(file: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { version?: string }).version;
  } catch {
    return undefined;
  }
}
