import type { ActivityEvent } from '../../activity/activity-stream.ts';
import { ActivityEventType } from '../../activity/event-types.ts';
import type { Toolgate } from '../../gate/toolgate.ts';
import type { Failure } from '../../tool/error.ts';
import { writeBesideQuestions } from './question-time.ts';
import { type Terminal, toPrintableLine } from './terminal.ts';

interface TellOptions {
  readonly terminal: Terminal;
  /** Calls wait for an answer that nobody in front of this process is asked for. */
  readonly waits: boolean;
  /** Every question is answered with yes: nothing is left to say of them. */
  readonly answered?: boolean;
}

/** Tells the person at standard error what is left to them. The model is not told: who asks must not learn how. */
export function tellPeople(gate: Toolgate, { terminal, waits, answered = false }: TellOptions): () => void {
  const place = `--workspace ${quoted(gate.workspace.root)}`;
  const told = new Set<string>();
  const tell = (id: unknown, text: string) => {
    if (typeof id !== 'string' || told.has(id)) return;
    told.add(id);
    writeBesideQuestions(() => terminal.note(text));
  };
  const answer = (id: unknown, tool: unknown) =>
    tell(
      id,
      `${toPrintableLine(String(tool))} waits for a person. Look and answer at a terminal with:\n` +
        `  toolgate approvals answer ${id} allow_once ${place}\nor: allow_always, reject_once, reject_always`,
    );
  const taken = (seq: number, path: unknown, command: unknown) =>
    tell(
      `taken ${seq}`,
      `${toPrintableLine(String(path))} came to be while ${toPrintableLine(String(command))} ran in the background. The policy lets no command ` +
        `write there, so the command was stopped and the file taken away. If it is yours, this brings it back:\n` +
        `  toolgate undo ${quoted(String(path))} ${place}`,
    );
  const onEvent = ({ seq, type, data }: ActivityEvent) => {
    if (type === ActivityEventType.FILE_REVERTED && data.takenFrom !== undefined) taken(seq, data.path, data.takenFrom);
    if (data.forPeople !== undefined) tell(`way ${data.forPeople}`, toPrintableLine(String(data.forPeople)));
    if (answered) return;
    if (type === ActivityEventType.APPROVAL_REQUESTED && (waits || data.waiting === false))
      answer(data.approvalID, data.toolName);
    if (type !== ActivityEventType.TOOL_CALL_END) return;
    const { code, details = {} } = (data.error ?? {}) as Partial<Failure>;
    if (code === 'APPROVAL_DENIED' && details.answer === undefined) answer(details.approvalID, data.toolName);
    // The set that a wrap keeps is kept anew when the wrap ends: the wrap tells the id that stays.
    if (data.toolName === 'wrap_take') return;
    tell(details.pending, `To write it over what is there now: toolgate changes apply ${details.pending} ${place}`);
  };
  return gate.activity.subscribe('*', onEvent);
}

const quoted = (path: string): string => (/^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
