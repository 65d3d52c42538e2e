import { OutputView } from '../../output/output-view.tsx';
import { useOutput } from '../../output/use-output.ts';
import { FailureNote } from '../../parts/failure.tsx';

/** What it printed, all of it and as it comes; of one that prints nothing, what it gave back. */
export function CallOutput({ id }: { readonly id: string }) {
  const { lines, version, running, next, length, failure } = useOutput(id);
  const loaded = next < length ? `${Math.floor((next / length) * 100)} % loaded` : undefined;
  return (
    <>
      {lines.rows() > 0 && (
        <>
          <h3>Output</h3>
          <OutputView
            {...{ lines, version, label: 'Output', follow: running }}
            state={loaded ?? (running ? 'running' : undefined)}
          />
        </>
      )}
      <FailureNote failure={failure} />
    </>
  );
}
