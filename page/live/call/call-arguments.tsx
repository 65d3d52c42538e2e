import { Arguments } from '../../parts/arguments.tsx';
import type { LiveCall } from '../live-call.ts';

/** What ran; and what was asked for, where a person has changed it. */
export function CallArguments({ call }: { readonly call: LiveCall }) {
  const asked = call.askedArgs;
  return (
    <>
      <h3>{asked === undefined ? 'Arguments' : 'What ran, as a person has changed it'}</h3>
      <Arguments value={call.args ?? {}} />
      {asked !== undefined && (
        <>
          <h3>What was asked for</h3>
          <Arguments value={asked} />
        </>
      )}
    </>
  );
}
