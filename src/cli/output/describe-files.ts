import type { CommittedChange, PlannedFile } from '../../workspace/port.ts';
import { toPrintableLine } from '../terminal/terminal.ts';

export type ChangeLine = Pick<CommittedChange, 'operation' | 'path' | 'added' | 'removed'> & {
  readonly movedFrom?: string;
};

export function describeChange({ operation, path, movedFrom, added, removed }: ChangeLine): string {
  const from = movedFrom ? ` from ${toPrintableLine(movedFrom)}` : '';
  return `  ${operation.padEnd(6)} ${toPrintableLine(path)}${from}  +${added} -${removed}`;
}

/** A line for each file of a set; what lies in the own folder of a repository is one, for nobody reads it. */
export function describeFiles(changes: readonly ChangeLine[], most = Infinity): string[] {
  const files = changes.filter(({ path }) => !liesInGit(path));
  const inGit = changes.length - files.length;
  const shown = files.slice(0, most).map(describeChange);
  return [
    ...shown,
    ...(files.length > shown.length ? [`  and ${files.length - shown.length} more`] : []),
    ...(inGit > 0 ? [`  .git   ${inGit} ${inGit === 1 ? 'file' : 'files'}, written as one`] : []),
  ];
}

export const liesInGit = (path: string): boolean => path.split('/').includes('.git');

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
