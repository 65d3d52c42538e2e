import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { pidSpace } from './pid-space.ts';

/** The space as a process in a container sees it, which has a /proc of its own or that of outside. */
function seenIn(...proc: readonly string[]): string {
  const url = JSON.stringify(new URL('pid-space.ts', import.meta.url).href);
  const script = `console.log((await import(${url})).pidSpace() ?? 'none')`;
  const words = ['--dev-bind', '/', '/', ...proc, '--unshare-pid', '--', process.execPath, '--input-type=module', '-e'];
  return spawnSync('bwrap', [...words, script], { encoding: 'utf8' }).stdout.trim();
}

it('pids of a container are of another space, and of none that is known where its /proc is that of outside', () => {
  expect(pidSpace()).toMatch(/^pid:\[\d+\]$/);
  expect(seenIn('--proc', '/proc')).toMatch(/^pid:\[\d+\]$/);
  expect(seenIn('--proc', '/proc')).not.toBe(pidSpace());
  expect(seenIn()).toBe('none');
});
