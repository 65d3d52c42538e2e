import { programNamed } from '../programs/index.ts';
import type { Shell } from '../state/shell.ts';
import { wordOf } from '../state/value.ts';

const MOST = 300;

/** Judges each piece of a text that does not parse as a command: another shell may read the text so, and run it. */
export function judgeFragments(text: string, shell: Shell): undefined {
  const pieces = text.slice(0, 20_000).split(/[\n;&|(){}`"'<>]+|\$\(/);
  for (const piece of pieces.slice(0, MOST)) {
    const words = piece.trim().split(/\s+/).slice(0, 50);
    if (words[0] && programNamed(words[0])) shell.session.engine.command(words.map(wordOf), shell);
  }
}
