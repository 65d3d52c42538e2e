import { useEffect, useState } from 'react';

/** Long enough to see that it is another question; a key that is held down or hammered begins it anew. */
const PAUSE = 900;

/**
 * True for the moment in which a question that opened by itself takes no answer: the key or the click that answered the
 * last one must not meet one that nobody has read.
 */
export function useReadingPause(cameByItself: boolean): boolean {
  const [paused, setPaused] = useState(cameByItself);
  useEffect(() => {
    if (!paused) return;
    const end = () => setPaused(false);
    let timer = window.setTimeout(end, PAUSE);
    const again = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(end, PAUSE);
    };
    const events = ['keydown', 'keyup', 'pointerdown', 'pointerup'] as const;
    for (const event of events) window.addEventListener(event, again, true);
    return () => {
      window.clearTimeout(timer);
      for (const event of events) window.removeEventListener(event, again, true);
    };
  }, [paused]);
  return paused;
}
