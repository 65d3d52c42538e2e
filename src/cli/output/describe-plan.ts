import type { PlannedFile } from '../../workspace/port.ts';
import { toPrintableLine } from '../terminal/terminal.ts';
import { describeChange } from './describe-change.ts';

export function describePlan(files: readonly PlannedFile[], place = ''): readonly string[] {
  const moved = new Set(files.map(({ movedFrom }) => movedFrom));
  return [
    'Planned, not written:',
    ...files.flatMap(file => [
      // A move is one line, at the new name.
      ...(moved.has(file.path) && file.operation === 'delete' ? [] : [describeChange(file)]),
      ...(file.conflict === undefined ? [] : [`    does not fit: ${toPrintableLine(file.conflict)}`]),
    ]),
    `Write it with: toolgate plan apply${place}`,
    `   some of it: toolgate plan apply PATH...${place}`,
    `    forget it: toolgate plan drop${place}`,
  ];
}
