/** A listener that hears once that a signal has fired. */
type AbortHearer = { tell(): void };

const heard = new WeakMap<AbortSignal, { readonly all: Set<AbortHearer>; readonly tell: () => void }>();

/** Hears that a signal fires, until `unhearAbort`, by one listener for all: a signal walks its own list for each. */
export function hearAbort(signal: AbortSignal, hearer: AbortHearer): void {
  (heard.get(signal) ?? listenTo(signal)).all.add(hearer);
}

export function unhearAbort(signal: AbortSignal, hearer: AbortHearer): void {
  const known = heard.get(signal);
  if (!known?.all.delete(hearer) || known.all.size > 0) return;
  // A combined signal that someone listens to is kept as long as the process.
  signal.removeEventListener('abort', known.tell);
  heard.delete(signal);
}

function listenTo(signal: AbortSignal) {
  const all = new Set<AbortHearer>();
  const tell = () => {
    for (const each of [...all]) each.tell();
  };
  signal.addEventListener('abort', tell, { once: true });
  const made = { all, tell };
  heard.set(signal, made);
  return made;
}
