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

/** Puts a style on text, where the terminal wants one. */
export type Paint = (style: Style, text: string) => string;

export const paintFor =
  (stream: NodeJS.WritableStream): Paint =>
  (style, text) =>
    text === '' ? '' : styleText(style, text, { stream });

export const EMPTY_LINE: ShownLine = { lead: '', text: '' };
