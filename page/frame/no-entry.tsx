import type { RequestFailure } from '../core/request.ts';
import { Mark } from './mark.tsx';

/** Without the token there is nothing to see. */
export function NoEntry({ failure }: { readonly failure: RequestFailure }) {
  return (
    <main className="no-entry">
      <h1>
        <Mark /> Toolgate
      </h1>
      <p role="alert">
        This page needs the link that <code>toolgate serve</code> printed: it holds a token, and this tab has none, or
        one of an earlier start.
      </p>
      <p>Open the link from the terminal once more.</p>
      <p className="hint">
        {failure.status} {failure.message}
      </p>
    </main>
  );
}
