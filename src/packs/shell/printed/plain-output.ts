import { showUnseen } from '../../../tool/text/unseen.ts';

/** Escape sequences of terminals: colours, cursor movements, titles. */
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/**
 * The text as a terminal would show it in the end: progress bars collapse to their last state, nothing is coloured.
 * Signs that a terminal would not show stand there as escapes.
 */
export const plainOutput = (text: string): string => showUnseen(lastStates(text));

function lastStates(text: string): string {
  const plain = text.replace(ESCAPES, '').replaceAll('\r\n', '\n');
  if (!plain.includes('\r') && !plain.includes('\b')) return plain;
  return plain.split('\n').map(lastState).join('\n');
}

/** The last state of a line. A carriage return begins the line anew; the end of a longer text before still shows. */
function lastState(line: string): string {
  let shown = '';
  for (const part of line.split('\r')) {
    if (part !== '') shown = part.length >= shown.length ? part : part + shown.slice(part.length);
  }
  return shown.replace(/[^\u0008]\u0008/g, '');
}
