import type { JobEnd } from '../../sandbox/port.ts';
import { sayList } from '../../text/say.ts';

const SIGNALS: Readonly<Record<number, string>> = {
  1: 'SIGHUP',
  2: 'SIGINT',
  3: 'SIGQUIT',
  4: 'SIGILL',
  6: 'SIGABRT',
  7: 'SIGBUS',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  13: 'SIGPIPE',
  14: 'SIGALRM',
  15: 'SIGTERM',
  24: 'SIGXCPU',
  25: 'SIGXFSZ',
};

interface RunLimits {
  /** Milliseconds for the command. */
  readonly time: number;
  /** The most milliseconds that the policy gives. */
  readonly most: number;
  /** Whether the tool can run the command in the background. */
  readonly background?: boolean;
}

/** The end of a command in words, which is always told. */
export function sayEnd({ code, stopped, duration }: JobEnd, limits: RunLimits): string {
  const seconds = `${(duration / 1000).toFixed(1)} s`;
  if (stopped === 'time') {
    return (
      `It ran longer than ${limits.time / 1000} s and was stopped (exit code ${code}). ` +
      (limits.time === limits.most
        ? 'The policy gives no command more (limits.time).'
        : `Give a longer timeout${limits.background ? ', or background: true' : ''}.`)
    );
  }
  if (stopped === 'memory') return `It took more memory than it may and was stopped (exit code ${code}).`;
  if (stopped === 'processes') return `It started more processes than it may and was stopped (exit code ${code}).`;
  if (stopped === 'disk') return `It wrote more than it may and was stopped (exit code ${code}).`;
  const signal = code > 128 ? SIGNALS[code - 128] : undefined;
  if (signal) return `Exit code ${code} (${signal}) after ${seconds}.`;
  if (code === 127) return `Exit code 127 after ${seconds}: a program was not found.`;
  return `Exit code ${code} after ${seconds}.`;
}

/** Hosts that a command asked for in vain; undefined where there are none. */
export function sayRefused({ refused = [] }: JobEnd): string | undefined {
  const told = refused.filter(({ host }) => !host.endsWith('.invalid'));
  if (told.length === 0) return undefined;
  const hosts = sayList(told.map(({ host }) => host));
  const near = ' A yes to a command does not open this machine or its network; a rule can.';
  return `Not reached, for the policy does not allow it: ${hosts}.${told.some(one => one.near) ? near : ''}`;
}
