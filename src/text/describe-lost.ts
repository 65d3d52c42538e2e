import { sayCount, saySize } from './say.ts';

type LostFile = Readonly<{ path: string; size: number }>;

/** The most folders, and the most files of one, that a question names. */
const MOST = { folders: 10, files: 3 };

/** Tells files that undo would not bring back, by their folders: how many, how large, the largest by name. */
export function describeLost(lost: readonly LostFile[]): string {
  const folders = Map.groupBy(lost, ({ path }) => (path.includes('/') ? path.slice(0, path.indexOf('/') + 1) : ''));
  const told = [...folders].flatMap(([folder, files]) =>
    folder === '' || files.length === 1 ? bySize(files).map(describeFile) : [describeFolder(folder, files)],
  );
  const more = told.length - MOST.folders;
  return `${told.slice(0, MOST.folders).join('; ')}${more > 0 ? `; and ${more} more` : ''}: not covered by undo`;
}

function describeFolder(folder: string, files: readonly LostFile[]): string {
  const largest = bySize(files).slice(0, MOST.files).map(describeFile);
  const rest = files.length > largest.length ? ', …' : '';
  return `${folder}: ${sayCount(files.length, 'file')}, ${saySize(sum(files))} (${largest.join(', ')}${rest})`;
}

const describeFile = ({ path, size }: LostFile): string => `${path} ${saySize(size)}`;
const bySize = (files: readonly LostFile[]): readonly LostFile[] => files.toSorted((a, b) => b.size - a.size);
const sum = (files: readonly LostFile[]): number => files.reduce((total, { size }) => total + size, 0);
