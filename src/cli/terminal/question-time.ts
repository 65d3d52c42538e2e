/** Questions that are open now, and what waits to be written until they are not. */
let open = 0;
const waiting: (() => void)[] = [];

/** Asks a question; while it stands on the screen nothing else is written there. */
export async function whileAsking<T>(ask: () => Promise<T>): Promise<T> {
  open++;
  try {
    return await ask();
  } finally {
    if (--open === 0) for (const write of waiting.splice(0)) write();
  }
}

/** Writes now, or when no question is open any more; in order. */
export function writeBesideQuestions(write: () => void): void {
  if (open > 0) waiting.push(write);
  else write();
}
