import type { RequestFailure } from '../core/request.ts';
import { Plain } from './plain.tsx';

interface Said {
  readonly code?: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/** What went wrong, and what to do next. */
export function FailureNote({ failure }: { readonly failure: Said | RequestFailure | undefined }) {
  if (!failure) return null;
  return (
    <div className="note bad" role="alert">
      {failure.code ? <code className="code">{failure.code}</code> : null} <Plain text={failure.message} />
      {failure.suggestion ? (
        <p className="suggestion">
          <Plain text={failure.suggestion} />
        </p>
      ) : null}
    </div>
  );
}
