import { spawnSync } from 'node:child_process';
import { findProgram } from '../../system/find-program.ts';

/** A config for git with the person's name and address alone: their own is hidden, and may hold passwords. */
export function gitIdentity(env: NodeJS.ProcessEnv, root: string): string {
  const git = findProgram('git', env.PATH, root);
  const read = (key: string): string => {
    if (git === undefined) return '';
    const { stdout } = spawnSync(git, ['config', '--global', '--get', key], { cwd: '/', env, encoding: 'utf8' });
    return (stdout ?? '').trim();
  };
  const values = ['name', 'email'].map(key => [key, read(`user.${key}`)] as const).filter(([, value]) => value !== '');
  const lines = values.map(([key, value]) => `\t${key} = "${value.replace(/["\\]/g, '\\$&').replace(/[\n\0]/g, ' ')}"`);
  return lines.length === 0 ? '' : ['[user]', ...lines, ''].join('\n');
}
