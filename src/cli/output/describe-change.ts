import type { CommittedChange } from '../../workspace/port.ts';
import { toPrintableLine } from '../terminal/terminal.ts';

type ChangeLine = Pick<CommittedChange, 'operation' | 'path' | 'added' | 'removed'> & { readonly movedFrom?: string };

export function describeChange({ operation, path, movedFrom, added, removed }: ChangeLine): string {
  const from = movedFrom ? ` from ${toPrintableLine(movedFrom)}` : '';
  return `  ${operation.padEnd(6)} ${toPrintableLine(path)}${from}  +${added} -${removed}`;
}
