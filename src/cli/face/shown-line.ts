import { styleText } from 'node:util';

/** A line of the story. What does not fit goes on below its text, never below its lead: only our words stand there. */
export interface ShownLine {
  readonly lead: string;
  readonly text: string;
  readonly cut?: boolean;
  readonly tail?: string;
}

export interface StoryItem {
  readonly id: number;
  readonly lines: readonly ShownLine[];
}

export type Style = Parameters<typeof styleText>[0];

export type Paint = (style: Style, text: string) => string;

export const paintFor =
  (stream: NodeJS.WritableStream): Paint =>
  (style, text) =>
    text === '' ? '' : styleText(style, text, { stream });

/** A state that is drawn anew when it changes: the two functions that React asks of one, and the way to change it. */
export function createShownState<State extends object>(first: State) {
  const listeners = new Set<() => void>();
  let state = first;
  return {
    read: (): State => state,
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set(change: Partial<State>): void {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
  };
}

export const EMPTY_LINE: ShownLine = { lead: '', text: '' };
