import { setTimeout as sleep } from 'node:timers/promises';
import { decide } from '../../policy/decide.ts';
import { isShownWhole } from '../../policy/judge-origins.ts';
import { withoutDefaults } from '../../tool/arguments/without-defaults.ts';
import { ToolError } from '../../tool/error.ts';
import { shortenText } from '../../tool/text/mask.ts';
import { bind, filesNow, putQuestion, questionOf } from '../ask/ask-person.ts';
import type { EarlyRefusal } from '../call.ts';
import type { Judged, Permitted, SentBack, Unanswered } from '../call-states.ts';
import { reasonToAsk, refuseDenied } from '../judge/judge.ts';
import { saveCall } from '../record/ledger.ts';
import { rehearse } from '../run/rehearse.ts';
import type { Stage } from '../stage-row.ts';
import { rememberHosts } from '../taint/taint.ts';

/** The most times that a person is asked again because the files changed while they looked. */
const ROUNDS = 3;
/** The most characters of changed arguments that the model is told; a whole file need not be repeated. */
const MOST_SAID = 2_000;
/** Milliseconds until a file too large to be hashed can be told from one that still changes. */
const PAUSE = 40;

/** Asks a person, which pauses this call alone, as long as the answer takes. Changed arguments are judged again. */
export const approveStage: Stage<Unanswered, Permitted | SentBack> = {
  name: 'approve',
  bounded: false,
  run: call => {
    if (call.scope.refused) throw refusedBefore(call.name, call.scope.refused);
    if (call.decision.verdict === 'allow') return call;
    // Nobody is asked before it is known what the call does: the commit asks, where that is needed.
    if (call.rehearse) return { ...call, rehearsed: true };
    if (!call.changedByPerson) return ask(call);
    // A person's own arguments have been judged again; the questions that are left they have answered by writing them.
    return call.previewed === undefined ? { ...call, granted: true } : allowAsShown(call, call.previewed);
  },
};

const refusedBefore = (tool: string, { message }: EarlyRefusal): ToolError =>
  new ToolError('APPROVAL_DENIED', `${tool} was not approved${message ? `: ${message}` : ''}`, {
    suggestion: 'Do not repeat the same call; find another way or ask what is wanted.',
    details: { answer: 'reject_once' },
  });

/** Takes a yes to what people were shown of their own arguments. If something else would be done, they are asked. */
async function allowAsShown(call: Unanswered, previewed: string): Promise<Permitted | SentBack> {
  const now = { ...call, bound: await bind(call) };
  const shown = filesNow(now);
  const { asked } = questionOf(now, { reason: reasonToAsk(call) });
  return asked.grantKey === previewed ? { ...now, granted: true, filesThen: shown } : ask(call);
}

async function ask(call: Unanswered): Promise<Permitted | SentBack> {
  const { runtime, trail } = call;
  const reason = reasonToAsk(call);
  for (let round = 0; round < ROUNDS; round++) {
    const before = { ...call, bound: await bind(call) };
    const shown = filesNow(before);
    const diff = await rehearse(call);
    const { version } = runtime.policy();
    // The wait may outlive this process.
    await saveCall(call, 'prepared', { durable: true });
    const settled = await putQuestion(before, { reason, diff }, { inTurn: true });
    trail.reach({ ...call, answeredBy: settled.by });
    if (!settled.approved) throw settled.error;
    if (settled.message) trail.note(`The person who allowed it says: ${settled.message}`);
    if (settled.modifiedArgs) return takeChanged(call, settled.modifiedArgs, settled.preview);
    // Another answer may have brought a rule since the call was judged, and a deny always wins.
    if (runtime.policy().version !== version) refuseDenied(decide(call.facts, runtime.policy()));
    const bound = await bind(call);
    if (filesNow({ ...call, bound }) === shown) {
      rememberHosts(call);
      rememberAllowed(call);
      return { ...call, granted: true, rehearsed: undefined, bound, answeredBy: settled.by, filesThen: shown };
    }
    // The saved rule is the person's word on the command, whatever the files say: the call is judged by that rule.
    if (settled.answer === 'allow_always') return { back: { args: call.args } };
    await sleep(PAUSE);
  }
  throw new ToolError('STALE_FILE', 'The files kept changing while a person was asked; nothing was changed', {
    retryable: true,
  });
}

function takeChanged(call: Unanswered, args: Readonly<Record<string, unknown>>, previewed?: string): SentBack {
  const { trail, ready } = call;
  trail.asked ??= trail.shown(call.args, ready.parameters.json);
  const said = JSON.stringify(withoutDefaults(args, ready.parameters.json));
  trail.note(`A person changed the arguments before allowing it: ${shortenText(said, MOST_SAID)}`);
  return { back: { args, given: args, changedByPerson: true, previewed } };
}

/** Remembers the values that a person was shown and has let through: for this tool, and these values alone. */
function rememberAllowed({ facts, decision, scope, ready }: Judged): void {
  const shown = (facts.unsure ?? []).flatMap(one => (isShownWhole(one, decision) ? [one.value] : []));
  scope.session.origins.allow(ready.id, shown);
}
