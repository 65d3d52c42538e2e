import { code, GENERATED, page, table } from './markdown.ts';
import { readInterface } from './read-interface.ts';

const INTRO = `What \`createToolgate\` takes, what a gate can do, what a tool is handed and gives back, and what a call comes to; made
from the types. The exact types come with the package. Events are in [events](events.md), error codes in
[errors](errors.md), the tools in [tools](tools.md).`;

const PARTS: readonly (readonly [head: string, file: string, name: string])[] = [
  ['Options of createToolgate', 'src/gate/toolgate-options.ts', 'ToolgateOptions'],
  ['A gate: calls', 'src/pipeline/calls/calls.ts', 'Calls'],
  ['A gate: agents', 'src/gate/toolgate.ts', 'AgentGate'],
  ['A gate: the rest', 'src/gate/toolgate.ts', 'Toolgate'],
  ['Dead letters', 'src/gate/dead-letters.ts', 'DeadLetters'],
  ['Options of a call', 'src/pipeline/calls/calls.ts', 'CallOptions'],
  ['Options of gate.child', 'src/gate/toolgate.ts', 'ChildOptions'],
  ['The context of effects, approval and execute', 'src/tool/context.ts', 'CallContext'],
  ['The context of execute alone', 'src/tool/context.ts', 'Context'],
  ['The files of a call', 'src/tool/files.ts', 'Files'],
  ['The content of a file', 'src/tool/files.ts', 'FileContent'],
  ['The result of a tool', 'src/tool/context.ts', 'Result'],
  ['An attachment', 'src/tool/context.ts', 'Attachment'],
  ['The outcome of a call', 'src/tool/outcome.ts', 'OutcomeFacts'],
];

const OUTCOME = `Beside these an outcome has \`ok\`: true with the \`value\` of the result, or false with an \`error\` (\`code\`, \`type\`,
\`message\`, \`suggestion\`, \`details\`, \`retryable\`).`;

export function libraryPage(): string {
  const parts = PARTS.flatMap(([head, file, name]) => {
    const rows = readInterface(file, name).map(member => [
      code(`${member.name}${member.optional ? '?' : ''}`),
      code(member.type),
      member.says,
    ]);
    return [`## ${head}`, table(['name', 'type', 'what it is'], rows)];
  });
  return page(GENERATED, '# The library', INTRO, ...parts, OUTCOME);
}
