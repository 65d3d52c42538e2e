import { useCallback, useEffect, useRef, useState } from 'react';
import { type Asking, keepAsking } from './keep-asking.ts';
import type { Topic } from './live.ts';
import { onRefresh } from './refresh.ts';
import type { RequestFailure } from './request.ts';
import { useTopic } from './use-live.ts';

export interface Resource<T> {
  readonly data: T | undefined;
  readonly failure: RequestFailure | undefined;
  readonly loading: boolean;
  reload(): void;
}

interface State<T> {
  readonly path?: string;
  readonly data?: T;
  readonly failure?: RequestFailure;
}

/** What the server has at a path, asked for again when events make it old. What was there stays until then. */
export function useResource<T>(path: string | undefined, topic: Topic): Resource<T> {
  const version = useTopic(topic);
  const [state, setState] = useState<State<T>>({});
  const asking = useRef<Asking>(undefined);
  useEffect(() => {
    if (path === undefined) return;
    const made = keepAsking<T>(path, {
      onData: data => setState({ path, data }),
      onFailure: failure =>
        setState(before => ({ path, failure, ...(before.path === path ? { data: before.data } : {}) })),
    });
    asking.current = made;
    void made.ask();
    const forget = onRefresh(topic, made.ask);
    return () => {
      forget();
      made.stop();
    };
  }, [path, topic]);
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    void asking.current?.ask();
  }, [version]);
  const reload = useCallback(() => void asking.current?.ask(), []);
  const fits = state.path === path;
  const data = fits ? state.data : undefined;
  const failure = fits ? state.failure : undefined;
  return { data, failure, loading: path !== undefined && data === undefined && failure === undefined, reload };
}
