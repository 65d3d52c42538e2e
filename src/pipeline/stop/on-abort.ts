const heard = new WeakMap<AbortSignal, { readonly all: Set<() => void>; readonly tell: () => void }>();

/**
 * Hears that a signal fires, beside any number of others. A signal's own list is walked for each listener that comes or
 * goes, so thousands of calls on one signal would cost the square of that: it has one listener for all of them.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const { all, tell } = heard.get(signal) ?? listenTo(signal);
  all.add(listener);
  return () => {
    if (!all.delete(listener) || all.size > 0) return;
    // A combined signal that someone listens to is kept as long as the process.
    signal.removeEventListener('abort', tell);
    heard.delete(signal);
  };
}

function listenTo(signal: AbortSignal) {
  const all = new Set<() => void>();
  const tell = () => {
    for (const each of [...all]) each();
  };
  signal.addEventListener('abort', tell, { once: true });
  const made = { all, tell };
  heard.set(signal, made);
  return made;
}
