import { FailureNote } from '../parts/failure.tsx';
import { Plain } from '../parts/plain.tsx';
import type { Preview } from './use-preview.ts';

/** How far it is known what the changed arguments would do. */
export function PreviewNote({ preview }: { readonly preview: Preview }) {
  const { result, failure, working } = preview;
  if (working) {
    return (
      <p className="note" role="status">
        Working out what this would do… Until that is shown below, it cannot be allowed.
      </p>
    );
  }
  if (failure) {
    return (
      <>
        <FailureNote failure={failure} />
        <p>As it is written now, it cannot be allowed.</p>
      </>
    );
  }
  if (result?.verdict !== 'deny') {
    return (
      <p className="note good" role="status">
        Below is what it would do as changed.
      </p>
    );
  }
  return (
    <div className="note bad" role="alert">
      <p>The policy does not allow this, so nobody can:</p>
      <ul>
        {result.reasons.map(reason => (
          <li key={reason}>
            <Plain text={reason} />
          </li>
        ))}
      </ul>
    </div>
  );
}
