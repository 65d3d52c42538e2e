import { constants } from 'node:os';
import type { JobEnd } from '../../sandbox/port.ts';
import { sayCount, sayList } from '../../text/say.ts';
import type { LayerOutcome } from '../../tool/files.ts';

/** The signals that are told by name. */
const SIGNALS =
  'SIGHUP SIGINT SIGQUIT SIGILL SIGABRT SIGBUS SIGFPE SIGKILL SIGSEGV SIGPIPE SIGALRM SIGTERM SIGXCPU SIGXFSZ'.split(
    ' ',
  ) as NodeJS.Signals[];

/** The milliseconds of a command and the most that the policy gives, and whether it could run in the background. */
type RunLimits = Readonly<{ time: number; most: number; background?: boolean }>;

/** The end of a command in words, which is always told. */
export function sayEnd({ code, stopped, duration }: JobEnd, limits: RunLimits): string {
  const seconds = `${(duration / 1000).toFixed(1)} s`;
  if (stopped === 'time')
    return (
      `It ran longer than ${limits.time / 1000} s and was stopped (exit code ${code}). ` +
      (limits.time === limits.most
        ? 'The policy gives no command more (limits.time).'
        : `Give a longer timeout${limits.background ? ', or background: true' : ''}.`)
    );
  if (stopped === 'memory') return `It took more memory than it may and was stopped (exit code ${code}).`;
  if (stopped === 'processes') return `It started more processes than it may and was stopped (exit code ${code}).`;
  if (stopped === 'disk') return `It wrote more than it may and was stopped (exit code ${code}).`;
  const signal = SIGNALS.find(name => constants.signals[name] === code - 128);
  if (signal) return `Exit code ${code} (${signal}) after ${seconds}.`;
  if (code === 127) return `Exit code 127 after ${seconds}: a program was not found.`;
  return `Exit code ${code} after ${seconds}.`;
}

/** The words on private files that were empty to a command, which may have needed them. */
export const sayEmptied = (count: number): string =>
  `${sayCount(count, 'private file')} left out (empty to this command). To read one, name it: a person is asked.`;

/** Hosts that a command asked for in vain; undefined where there are none. */
export function sayRefused({ refused = [] }: JobEnd): string | undefined {
  const told = refused.filter(({ host }) => !host.endsWith('.invalid'));
  if (told.length === 0) return undefined;
  const hosts = sayList(told.map(({ host }) => host));
  const near = ' A yes to a command does not open this machine or its network; a rule can.';
  return `Not reached, for the policy does not allow it: ${hosts}.${told.some(one => one.near) ? near : ''}`;
}

/** A sentence on the folders that are left out of undo. */
export function sayOutside(folders: readonly string[], planned: boolean): string | undefined {
  if (folders.length === 0) return undefined;
  const names = sayList(folders);
  return planned
    ? `Left out of undo, so not planned; what it wrote there is gone: ${names}.`
    : `Outside of undo: ${names}.`;
}

/** The parts of a command's work that were not taken over, and why. */
export function sayNotKept({ odd, modes }: Pick<LayerOutcome<unknown>, 'odd' | 'modes'>): readonly string[] {
  const files = modes.filter(path => path !== '.');
  return [
    odd.length > 0 && `Not kept, for they are pipes, sockets or devices: ${sayList(odd)}.`,
    modes.includes('.') && "The mode of the workspace's own folder is not changed by commands; it is as before.",
    files.length > 0 && `Kept without the bits that lend the rights of their owner or group: ${sayList(files)}.`,
  ].filter(note => note !== false);
}
