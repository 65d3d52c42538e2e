import { Plain, readable } from '../parts/plain.tsx';
import { LineCount } from './file-diff.tsx';
import type { DiffFile } from './parse-diff.ts';

interface FileListProps {
  readonly files: readonly DiffFile[];
  readonly onGo: (index: number) => void;
}

/** The files of a diff, to see at a glance and to go to. */
export function FileList({ files, onGo }: FileListProps) {
  return (
    <nav className="diff-files" aria-label="Changed files">
      <ul>
        {files.map((file, index) => (
          <li key={index}>
            <button type="button" className={file.what} onClick={() => onGo(index)}>
              <span className="diff-name">
                <Plain text={file.name || 'Changes'} />
              </span>
              <LineCount {...file} />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The same where there is no room for a list. */
export function FileChoice({ files, onGo }: FileListProps) {
  return (
    <select aria-label="Go to a file" value="" onChange={event => onGo(Number(event.target.value))}>
      <option value="" disabled>
        Go to a file…
      </option>
      {files.map((file, index) => (
        <option key={index} value={index}>
          {readable(file.name || 'Changes')} (+{file.added} −{file.removed})
        </option>
      ))}
    </select>
  );
}
