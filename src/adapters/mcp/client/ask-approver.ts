import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { ElicitResult } from '@modelcontextprotocol/client';
import { connects, type Tool, type Toolgate } from '../../../index.ts';
import { recordOf } from '../../read-said.ts';
import { foreignForm } from '../server/asking/foreign-question.ts';

const calls = new AsyncLocalStorage<Tool.Context>();

/** Runs a tool of another server, so that questions of the server meanwhile are known to belong to this call. */
export const whileCalling = <T>(ctx: Tool.Context, work: () => T): T => calls.run(ctx, work);

type Asker = Pick<Toolgate, 'approvals'>;

/**
 * Puts a server's question to whoever answers the gate's questions: with the fields of its form as arguments, which the
 * answer can change. A no, and a field left open that must be there, is a no to the server.
 */
export async function askApprover(gate: Asker, server: string, params: unknown): Promise<ElicitResult> {
  const form = foreignForm(server, params);
  const ctx = calls.getStore();
  if (!form || !ctx || !gate.approvals.interactive) return { action: 'decline' };
  const { properties, required = [] } = form.requestedSchema;
  const fields = Object.entries(properties).map(([name, field]) => [name, recordOf(field)] as const);
  const args = Object.fromEntries(fields.map(([name, field]) => [name, field.default ?? null]));
  const reason = [form.message.replace(/\s+/g, ' '), ...fields.map(sayField)].join('; ');
  const effects = [connects(`${server}.mcp`)];
  const { callID: stepId, sessionID, agent, abort: signal } = ctx;
  const settled = await gate.approvals.ask(
    { stepId, tool: `${server}__question`, args, reason, effects, danger: 'dangerous', suggestions: [] },
    { sessionID, agent, grantKey: `question:${randomUUID()}`, signal },
  );
  if (!settled.approved) return { action: 'decline' };
  const given = Object.entries(settled.modifiedArgs ?? args).filter(([, value]) => value !== null);
  const content = Object.fromEntries(given) as NonNullable<ElicitResult['content']>;
  // A plain yes fills in the fields with a default; a form that stays empty was not answered.
  const isFilled = required.every(name => Object.hasOwn(content, name)) && (given.length > 0 || fields.length === 0);
  return isFilled ? { action: 'accept', content } : { action: 'decline' };
}

function sayField([name, field]: readonly [string, Record<string, unknown>]): string {
  const { type, title, description, enum: words } = field;
  const kind = Array.isArray(words) ? `one of ${words.join(', ')}` : String(type);
  return [`${name} (${kind})`, title, description].filter(Boolean).join(' ');
}
