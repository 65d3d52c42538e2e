import { parseDocument } from 'yaml';
import { ToolError } from '../../tool/error.ts';
import { type AgentInput, type AgentType, defineAgent, type Refuse, unknownKey } from './agent-type.ts';

const KEYS = ['name', 'description', 'packs', 'policy', 'model', 'role', 'limits'] as const;

const FORM = `---
description: Writes tests for one file
packs: [filesystem, shell]
---
You write tests. …`;

/** An agent type from a file: its facts as YAML between two lines of ---, then its prompt. The name is the file's. */
export function parseAgentFile(name: string, text: string, where: string): AgentType {
  const refuse: Refuse = (problem, suggestion) =>
    new ToolError('INVALID_ARGUMENTS', `${where}: ${problem}`, { suggestion });
  const parts = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\r?\n([\s\S]*))?$/m.exec(text);
  if (!parts || parts.index > 0) throw refuse('it has no front matter', `Write it so:\n${FORM}`);
  const [, head = '', body = ''] = parts;
  if (body.trim() === '')
    throw refuse('it has no prompt', 'Write what the agent is to do after the second line of ---.');
  const facts = readFacts(head, refuse);
  for (const key of Object.keys(facts)) {
    if (key === 'prompt') throw refuse('the prompt stands after the front matter, not in it');
    if (!KEYS.includes(key as (typeof KEYS)[number])) throw refuse(...unknownKey(key, KEYS));
  }
  if (facts.name !== undefined && facts.name !== name)
    throw refuse(
      `its name is ${JSON.stringify(facts.name)}, and the file's is ${JSON.stringify(name)}`,
      'Leave it out.',
    );
  return defineAgent({ ...(facts as Partial<AgentInput>), name, prompt: body } as AgentInput, where);
}

function readFacts(head: string, refuse: Refuse): Readonly<Record<string, unknown>> {
  // No aliases: a few lines of them can stand for more data than there is memory.
  const document = parseDocument(head, { uniqueKeys: true, prettyErrors: true });
  const [error] = [...document.errors, ...document.warnings];
  if (error) throw refuse(`its front matter is no YAML: ${error.message.split('\n')[0]}`);
  let facts: unknown;
  try {
    facts = document.toJS({ maxAliasCount: 0 });
  } catch {
    throw refuse('its front matter uses aliases', 'Write each value out.');
  }
  if (facts === null) return {};
  if (typeof facts !== 'object' || Array.isArray(facts)) throw refuse('its front matter is no list of keys and values');
  return facts as Record<string, unknown>;
}
