import type { ReactNode } from 'react';
import type { RecordedSet } from '../../src/tool/history.ts';
import { DiffView } from '../diff/diff-view.tsx';
import { parseDiff } from '../diff/parse-diff.ts';
import { Plain } from '../parts/plain.tsx';

interface SetDiffProps {
  readonly set: RecordedSet;
  /** What stands beside each path. */
  readonly aside: (path: string) => ReactNode;
}

const DID: Readonly<Record<string, string>> = {
  create: 'created',
  write: 'written',
  delete: 'deleted',
  mkdir: 'new folder',
  rmdir: 'folder removed',
  symlink: 'link',
  chmod: 'permissions changed',
};

/** The diff of a set; what no diff shows is listed below it. */
export function SetDiff({ set, aside }: SetDiffProps) {
  const diff = set.changes.map(change => change.diff ?? '').join('');
  const shown = new Set(parseDiff(diff).flatMap(({ name, from }) => [name.replace(/\/$/, ''), from]));
  const others = set.changes.filter(({ path }) => !shown.has(path));
  return (
    <>
      {diff !== '' && <DiffView diff={diff} aside={aside} />}
      {others.length > 0 && (
        <ul className="paths">
          {others.map(({ path, operation, movedFrom }) => (
            <li key={`${path} ${operation}`}>
              {aside(path)} <Plain text={path} />{' '}
              <span className="hint">
                {DID[operation] ?? operation}
                {movedFrom !== undefined && (
                  <>
                    , moved from <Plain text={movedFrom} />
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
