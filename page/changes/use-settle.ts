import type { SettledWaiting } from '../../src/console/api.ts';
import type { RecordedSet } from '../../src/tool/history.ts';
import { post, RequestFailure, segment } from '../core/request.ts';
import { useAction } from '../core/use-action.ts';

interface SettledReport {
  readonly what: 'apply' | 'drop';
  readonly paths: readonly string[];
}

/** Applies or drops what waits: sets, or some files of one. */
export function useSettle() {
  const action = useAction<SettledReport>('changes');
  const settle = (sets: readonly RecordedSet[], what: 'apply' | 'drop', paths?: readonly string[]) =>
    action.run(async () => {
      const done: string[] = [];
      // What was planned first is written first, and what stands on others is dropped before them.
      const order = sets.toSorted((a, b) => (what === 'apply' ? a.at - b.at : b.at - a.at));
      for (const { id } of order) {
        const body = paths ? { paths } : {};
        const settled = await post<SettledWaiting>(`/changes/${segment(id)}/${what}`, body).catch(error => {
          // Of several, one may have gone along with another, or was settled elsewhere.
          if (order.length > 1 && error instanceof RequestFailure && error.status === 404) return undefined;
          throw error;
        });
        for (const { path } of settled?.changes ?? []) done.push(path);
      }
      return { what, paths: [...new Set(done)] };
    });
  return { running: action.running, report: action.result, failure: action.failure, settle };
}

export type Settle = ReturnType<typeof useSettle>;
