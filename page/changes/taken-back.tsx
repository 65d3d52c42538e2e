import type { UndoReport } from '../../src/tool/history.ts';
import type { Outcome } from '../../src/tool/outcome.ts';
import { linkTo } from '../core/route.ts';
import { DiffView } from '../diff/diff-view.tsx';
import { Plain } from '../parts/plain.tsx';
import { counted } from '../parts/time.tsx';
import type { Undo } from './undo.tsx';

const HOW: Readonly<Record<string, string>> = {
  hunks: 'only its own lines; what was changed elsewhere in the file stays',
  forced: 'what was written since in the same places was replaced',
};

/** What an undo or redo has done to the files, as a diff of its own. */
export function TakenBack({ outcome, undo }: { readonly outcome: Outcome; readonly undo: Undo }) {
  const { files = [] } = (outcome.value ?? {}) as Partial<UndoReport>;
  const redone = undo.asked?.path === '/redo';
  const diff = files.map(file => file.diff).join('');
  const special = files.filter(({ how }) => HOW[how] !== undefined);
  return (
    <section className="taken-back" aria-label="Outcome">
      <div className="note good" role="status">
        <strong>{redone ? 'Brought back' : 'Taken back'}</strong> in {counted(files.length, 'file')}.{' '}
        <a href={linkTo('live', outcome.callID)}>See the call</a>
        {special.length > 0 && (
          <ul>
            {special.map(({ path, how }) => (
              <li key={path}>
                <code>
                  <Plain text={path} />
                </code>
                : {HOW[how]}
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className="line">
        {!redone && (
          <button type="button" onClick={() => void undo.redo(undo.asked?.about)}>
            Redo: bring it back
          </button>
        )}
        <button type="button" className="bare" onClick={undo.clear}>
          Close
        </button>
      </p>
      <h3>What this {redone ? 'redo' : 'undo'} did to the files</h3>
      <DiffView diff={diff} />
    </section>
  );
}
