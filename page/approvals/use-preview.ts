import { useEffect, useState } from 'react';
import type { PreviewResult } from '../../src/console/api.ts';
import { post, RequestFailure, segment } from '../core/request.ts';

export interface Preview {
  /** Of exactly the arguments that are written there now; undefined until it is known. */
  readonly result: PreviewResult | undefined;
  readonly failure: RequestFailure | undefined;
  readonly working: boolean;
}

interface Found {
  readonly of: string;
  readonly result?: PreviewResult;
  readonly failure?: RequestFailure;
}

/** A moment without a key: who writes is not asked about after each letter. */
const PAUSE = 300;

/** What changed arguments would do, worked out by the server. `args` is undefined where none are to be looked at. */
export function usePreview(id: string, args: string | undefined): Preview & { readonly again: () => void } {
  const [found, setFound] = useState<Found>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (args === undefined) return;
    let wanted = true;
    const ask = async () => {
      const answer = await previewOf(id, args);
      // Only the newest arguments count, whichever answer comes last.
      if (wanted) setFound({ of: args, ...answer });
    };
    const timer = window.setTimeout(() => void ask(), PAUSE);
    return () => {
      wanted = false;
      window.clearTimeout(timer);
    };
  }, [id, args, round]);
  const fits = args !== undefined && found?.of === args;
  return {
    result: fits ? found.result : undefined,
    failure: fits ? found.failure : undefined,
    working: args !== undefined && !fits,
    again: () => {
      setFound(undefined);
      setRound(before => before + 1);
    },
  };
}

async function previewOf(id: string, args: string): Promise<Omit<Found, 'of'>> {
  try {
    return { result: await post<PreviewResult>(`/approvals/${segment(id)}/preview`, { args: JSON.parse(args) }) };
  } catch (error) {
    return { failure: error instanceof RequestFailure ? error : new RequestFailure(0, { message: String(error) }) };
  }
}
