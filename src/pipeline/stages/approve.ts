import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from '../../tool/error.ts';
import { shortenText } from '../../tool/text/mask.ts';
import { bind, filesNow, putQuestion } from '../ask/ask-person.ts';
import type { Call, EarlyRefusal } from '../call.ts';
import { saveCall } from '../record/ledger.ts';
import { rehearse } from '../run/rehearse.ts';
import type { Stage, StageResult } from '../stage.ts';
import { rememberHosts } from '../taint/taint.ts';
import { refuseDeniedSince } from './decide.ts';

/** How often a person is asked again because the files changed while they looked. */
const ROUNDS = 3;
/** Characters of changed arguments that the model is told; a whole file need not be repeated. */
const MOST_SAID = 2_000;
/** So long, in ms, until a file too large to be hashed can be told from one that still changes. */
const PAUSE = 40;

/** `ask` pauses this call alone. Changed arguments go back to coerce and are judged again. */
export const approveStage: Stage = {
  name: 'approve',
  part: 'prepare',
  patient: true,
  run(call) {
    if (call.scope.refused) throw refusedBefore(call.name, call.scope.refused);
    // A person's own arguments have been judged again; what is left to ask they have answered by writing them.
    if (call.decision?.verdict === 'allow' || call.changedByPerson) {
      call.granted = true;
      return undefined;
    }
    return ask(call);
  },
};

const refusedBefore = (tool: string, { message }: EarlyRefusal): ToolError =>
  new ToolError('APPROVAL_DENIED', `${tool} was not approved${message ? `: ${message}` : ''}`, {
    suggestion: 'Do not repeat the same call; find another way or ask what is wanted.',
    details: { answer: 'reject_once' },
  });

/** All that speaks for asking, as one text. */
export const reasonToAsk = ({ decision }: Call): string =>
  (decision?.reasons ?? [])
    .filter(({ verdict }) => verdict === 'ask')
    .map(({ text }) => text)
    .join('; ');

async function ask(call: Call): Promise<StageResult> {
  const reason = reasonToAsk(call);
  for (let round = 0; round < ROUNDS; round++) {
    await bind(call);
    const shown = filesNow(call);
    const diff = await rehearse(call);
    const { version } = call.runtime.policy();
    // The wait may outlive this process.
    await saveCall(call, 'prepared', { durable: true });
    const settled = await putQuestion(call, { reason, ...(diff === undefined ? {} : { diff }) }, { inTurn: true });
    call.answeredBy = settled.by;
    if (!settled.approved) throw settled.error;
    if (settled.message) call.notes.push(`The person who allowed it says: ${settled.message}`);
    if (settled.modifiedArgs) return useChangedArguments(call, settled.modifiedArgs);
    if (call.runtime.policy().version !== version) refuseDeniedSince(call);
    await bind(call);
    if (filesNow(call) === shown) {
      rememberHosts(call);
      call.judged = shown;
      call.granted = true;
      return undefined;
    }
    // The rule that was saved is the person's word on the command, whatever the files say: it is judged by that.
    if (settled.answer === 'allow_always') return 'coerce';
    await sleep(PAUSE);
  }
  throw new ToolError('STALE_FILE', 'The files kept changing while a person was asked; nothing was changed', {
    retryable: true,
  });
}

function useChangedArguments(call: Call, args: Readonly<Record<string, unknown>>): StageResult {
  call.args = args;
  call.given = args;
  call.changedByPerson = true;
  call.notes.push(`A person changed the arguments before allowing it: ${shortenText(JSON.stringify(args), MOST_SAID)}`);
  return 'coerce';
}
