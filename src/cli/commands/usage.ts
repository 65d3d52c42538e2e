import type { Totals } from '../../store/port.ts';
import { sayNumber, saySize, sayTime } from '../../text/say.ts';
import { EXIT } from '../exit-codes.ts';
import type { CommonOptions } from '../options.ts';
import { withGate } from '../session.ts';
import { table, toPrintableLine } from '../terminal/terminal.ts';

interface UsageOptions extends CommonOptions {
  readonly by: 'tool' | 'agent' | 'session';
}

export function usage(options: UsageOptions): Promise<number> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const totals = await gate.usage(options.by);
    if (options.json) terminal.result(JSON.stringify({ by: options.by, totals }));
    else if (totals.length === 0) terminal.note('No call was made yet.');
    else terminal.result(table([[options.by.toUpperCase(), ...HEAD], ...totals.map(cells)]));
    return EXIT.done;
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
