import type { TrueChange } from '../true-change.ts';
import { envelope, hunkOf, marked, NAME, type PatchKind, single, unified } from './patch-trial.ts';

const ways: readonly (readonly [string, (change: TrueChange) => string])[] = [
  ['right', change => unified([hunkOf(change)])],
  ['no prefix', change => unified([hunkOf(change)], `--- ${NAME}\n+++ ${NAME}`)],
  [
    'git head',
    change =>
      unified(
        [hunkOf(change)],
        `diff --git a/${NAME} b/${NAME}\nindex 12ab..34cd 100644\n--- a/${NAME}\n+++ b/${NAME}`,
      ),
  ],
  ['wrong line', change => unified([hunkOf(change, { line: Math.max(1, change.at - 40) })])],
  ['line 1', change => unified([hunkOf(change, { line: 1 })])],
  ['wrong counts', change => unified([hunkOf(change, { counts: [3, 9] })])],
  ['no counts', change => unified([['@@ @@', ...marked(change.steps)].join('\n')])],
  ['bare @@', change => unified([['@@', ...marked(change.steps)].join('\n')])],
  ['@@ with dots', change => unified([['@@ ... @@', ...marked(change.steps)].join('\n')])],
  ['in a fence', change => `\`\`\`diff\n${unified([hunkOf(change)])}\`\`\``],
  ['blank context without blank', change => unified([hunkOf(change).replace(/^ $/gm, '')])],
  // A new line keeps its own: nothing else would tell that it has any.
  ['trailing blanks cut', change => unified([hunkOf(change).replace(/^([ -].*?)[ \t]+$/gm, '$1')])],
  ['CRLF patch', change => unified([hunkOf(change)]).replaceAll('\n', '\r\n')],
  [
    'timestamps',
    change => unified([hunkOf(change)], `--- a/${NAME}\t2024-01-01 00:00:00\n+++ b/${NAME}\t2024-01-01 00:00:01`),
  ],
  ['envelope', change => envelope([['@@', ...marked(change.steps)].join('\n')])],
  ['envelope without @@', change => envelope([marked(change.steps).join('\n')])],
  ['envelope, unified heads', change => envelope([hunkOf(change)])],
  [
    'envelope as a heredoc',
    change => `apply_patch <<'EOF'\n${envelope([['@@', ...marked(change.steps)].join('\n')])}\nEOF`,
  ],
  ['envelope in a fence', change => `\`\`\`\n${envelope([['@@', ...marked(change.steps)].join('\n')])}\n\`\`\``],
];

/** One change, written in each way in which patches are. */
export const forms: readonly PatchKind[] = ways.map(([name, write]) => ({
  name,
  make: change => single(change, write(change)),
}));
