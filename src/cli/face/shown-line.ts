import { styleText } from 'node:util';

/** A line of the story. What does not fit goes on below its text, never below its lead: only our words stand there. */
export interface ShownLine {
  /** What stands before the text: a mark, or an indent. */
  readonly lead: string;
  readonly text: string;
  /** Cut at the margin instead of going on. */
  readonly cut?: boolean;
  /** What stands behind the text, and is never cut. */
  readonly tail?: string;
}

/** What is drawn once and stays. */
export interface StoryItem {
  readonly id: number;
  readonly lines: readonly ShownLine[];
}

export type Style = Parameters<typeof styleText>[0];

/** Puts a style on text, where the terminal wants one. */
export type Paint = (style: Style, text: string) => string;

export const paintFor =
  (stream: NodeJS.WritableStream): Paint =>
  (style, text) =>
    text === '' ? '' : styleText(style, text, { stream });

export const EMPTY_LINE: ShownLine = { lead: '', text: '' };
