import { createHash } from 'node:crypto';
import type {
  ApprovalRow,
  Blob,
  CallRow,
  ChangeRow,
  ChangeSetRow,
  DeadLetterRow,
  EventRow,
  FileState,
} from '../../../src/store/port.ts';

/** Ids in the order of their numbers, like those of UUIDv7. */
export const idOf = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const sampleCall = (number: number, fields: Partial<CallRow> = {}): CallRow => ({
  id: idOf(number),
  sessionID: 'session',
  turn: 1,
  agent: 'main',
  processID: 'process',
  tool: 'read_file',
  args: { path: 'a.txt' },
  status: 'prepared',
  effects: [{ kind: 'read', resource: '/w/a.txt' }],
  danger: 'safe',
  repeatable: true,
  preparedAt: 1000,
  ...fields,
});

export const sampleEvent = (fields: Partial<EventRow> = {}): Omit<EventRow, 'seq'> => ({
  type: 'tool_call_start',
  at: 1000,
  sessionID: 'session',
  agent: 'main',
  data: { toolName: 'read_file' },
  ...fields,
});

export const sampleSet = (number: number, fields: Partial<ChangeSetRow> = {}): ChangeSetRow => ({
  id: idOf(number),
  callID: `call ${number}`,
  sessionID: 'session',
  agent: 'main',
  turn: 1,
  processID: 'process',
  title: 'Write a.txt',
  at: 1000 + number,
  status: 'intent',
  ...fields,
});

export const sampleChange = (set: number, ord: number, fields: Partial<ChangeRow> = {}): ChangeRow => ({
  id: `${idOf(set)} ${ord}`,
  setID: idOf(set),
  ord,
  path: 'a.txt',
  operation: 'write',
  added: 1,
  removed: 1,
  ...fields,
});

export function sampleBlob(text: string): Blob {
  const bytes = new TextEncoder().encode(text);
  return { sha: createHash('sha256').update(bytes).digest('hex'), bytes };
}

export const fileStateOf = ({ sha, bytes }: Blob): FileState => ({
  kind: 'file',
  sha,
  size: bytes.length,
  mode: 0o644,
});

export const sampleApproval = (number: number, fields: Partial<ApprovalRow> = {}): ApprovalRow => ({
  id: idOf(number),
  callID: 'call',
  sessionID: 'session',
  agent: 'main',
  processID: 'process',
  tool: 'bash',
  request: { reason: 'dangerous', args: { command: 'rm -rf build' } },
  grantKey: 'key',
  status: 'pending',
  createdAt: 1000,
  expiresAt: 2000,
  ...fields,
});

export const sampleLetter = (number: number, fields: Partial<DeadLetterRow> = {}): DeadLetterRow => ({
  id: idOf(number),
  callID: 'call',
  sessionID: 'session',
  agent: 'main',
  tool: 'web_fetch',
  args: { url: 'https://example.org' },
  error: { code: 'TIMEOUT', type: 'system_error', message: 'too slow', retryable: true },
  attempts: 3,
  at: 1000,
  status: 'open',
  ...fields,
});
