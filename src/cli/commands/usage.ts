import type { Totals } from '../../store/port.ts';
import { sayNumber, saySize, sayTime } from '../../text/say.ts';
import type { CommonOptions } from '../options.ts';
import { withGate } from '../session.ts';
import { table, toPrintableLine } from '../terminal/terminal.ts';

export function usage({ by, ...options }: CommonOptions & { by: 'tool' | 'agent' | 'session' }): Promise<void> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const totals = await gate.usage(by);
    if (options.json) terminal.json({ by, totals });
    else if (totals.length === 0) terminal.note('No call was made yet.');
    else terminal.result(table([[by.toUpperCase(), ...HEAD], ...totals.map(cells)]));
  });
}

const HEAD = ['CALLS', 'FAILED', 'RETRIES', 'TIME', 'OUTPUT', 'TOKENS'];

const cells = ({ key, calls, failed, retries, milliseconds, bytes, tokens }: Totals): string[] => [
  toPrintableLine(key),
  ...[calls, failed, retries].map(sayNumber),
  sayTime(milliseconds),
  saySize(bytes),
  sayNumber(tokens),
];
