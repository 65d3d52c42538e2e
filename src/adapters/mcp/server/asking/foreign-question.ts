import { randomUUID } from 'node:crypto';
import type { ElicitRequestFormParams, ElicitResult, InputRequest } from '@modelcontextprotocol/server';
import { isRecord } from '../../../../schema/json.ts';
import type { Conversation } from './conversation.ts';

/** Characters of a question, and of its form as JSON. */
const MOST_MESSAGE = 2_000;
const MOST_FORM = 20_000;

/** Puts another server's question, under its name, to the client's person, where its form can be shown. */
export async function askFor(conversation: Conversation, server: string, params: unknown): Promise<ElicitResult> {
  const form = foreignForm(server, params);
  if (!form) return { action: 'cancel' };
  const request = { method: 'elicitation/create', params: form } as InputRequest;
  // Nobody can have answered a random name beforehand.
  const response = await conversation.ask(`server-${randomUUID()}`, request).catch(() => undefined);
  return readAnswer(response);
}

/** The form as people may be shown it, with the server's name before it; undefined for a form that cannot be shown. */
export function foreignForm(server: string, params: unknown): ElicitRequestFormParams | undefined {
  const { mode = 'form', message, requestedSchema } = isRecord(params) ? params : {};
  if (mode !== 'form' || typeof message !== 'string' || !isRecord(requestedSchema)) return undefined;
  const schema = JSON.stringify(requestedSchema, (_, part) => (typeof part === 'string' ? visible(part) : part));
  if (schema.length > MOST_FORM) return undefined;
  const words = visible(message).slice(0, MOST_MESSAGE).toWellFormed();
  return {
    mode: 'form',
    message: `The MCP server ${server} asks you, and gets your answer (this is not a question of Toolgate):\n\n${words}`,
    requestedSchema: JSON.parse(schema),
  };
}

/** A text without characters that a screen would obey, or not show. */
const visible = (text: string): string => text.replace(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');

function readAnswer(response: unknown): ElicitResult {
  const { action, content } = isRecord(response) ? response : {};
  if (action === 'accept')
    return { action, ...(isRecord(content) ? { content: content as ElicitResult['content'] } : {}) };
  return { action: action === 'decline' ? 'decline' : 'cancel' };
}
