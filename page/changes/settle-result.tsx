import { FailureNote } from '../parts/failure.tsx';
import { readable } from '../parts/plain.tsx';
import { counted } from '../parts/time.tsx';
import type { Settle } from './use-settle.ts';

const MOST = 8;

export function SettleResult({ settle }: { readonly settle: Settle }) {
  const { report, failure } = settle;
  const more = (report?.paths.length ?? 0) - MOST;
  return (
    <div aria-live="polite">
      {report && (
        <p className="note good" role="status">
          {report.what === 'apply' ? 'Written' : 'Dropped'}: {counted(report.paths.length, 'file')}
          {report.paths.length > 0 && ` (${readable(report.paths.slice(0, MOST).join(', '))}`}
          {report.paths.length > 0 && (more > 0 ? ` and ${more} more)` : ')')}.
        </p>
      )}
      <FailureNote failure={failure} />
    </div>
  );
}
