import type { RecordedCall, RecordedSession } from '../session.ts';
import { numberFor, oneOf } from '../session.ts';
import type { Tools } from '../tools/declared.ts';

const ERRORS = [
  'Error: request timed out',
  'Error 503: service is busy, try again',
  'ValueError: something was missing',
  'Error: too many requests, wait a moment',
];

/**
 * A session as real models have it: calls that look are made side by side, something fails and is tried again, the same
 * place is read once more, and what others wished for is done beside what the user wished for.
 */
export function live(session: RecordedSession, tools: Tools): RecordedSession {
  const { id, calls } = session;
  const looks = ({ tool }: RecordedCall): boolean => tools[tool]!.looks === true;
  // Nobody obeys, or asks for, what comes with the same turn.
  const isBeside = (call: RecordedCall, turn: readonly RecordedCall[]): boolean =>
    (call.injected ? turn.every(each => each.injected || !looks(each)) : looks(call)) &&
    turn.every(({ result }) => !Object.values(call.args).some(value => JSON.stringify(result).includes(String(value))));
  const ways: readonly ((calls: readonly RecordedCall[]) => readonly RecordedCall[])[] = [
    all => all,
    all => inTurns(all, isBeside),
    all => inTurns(all, (call, turn) => call.injected === true && isBeside(call, turn)),
    all => triedAgain(all, numberFor(`fails ${id}`, all.length), oneOf(ERRORS, id)),
    all => triedAgain(all, all.length - 1, oneOf(ERRORS, id)),
    all => readAgain(all, looks),
  ];
  const lived = oneOf(ways, `lives ${id}`)(calls);
  const { attack } = session;
  return { ...session, calls: lived, ...(attack ? { attack: { ...attack, injectedCall: lived.length - 1 } } : {}) };
}

function inTurns(
  calls: readonly RecordedCall[],
  isBeside: (call: RecordedCall, turn: readonly RecordedCall[]) => boolean,
): readonly RecordedCall[] {
  let turn: RecordedCall[] = [];
  return calls.map(call => {
    const together = turn.length > 0 && isBeside(call, turn);
    turn = together ? [...turn, call] : [call];
    return together ? { ...call, together } : call;
  });
}

const triedAgain = (calls: readonly RecordedCall[], which: number, error: string): readonly RecordedCall[] =>
  calls.flatMap((call, at) => (at === which && !call.fails ? [{ ...call, result: error, fails: true }, call] : [call]));

/** Before the first change, all that was read is looked at once more. */
function readAgain(calls: readonly RecordedCall[], looks: (call: RecordedCall) => boolean): readonly RecordedCall[] {
  const change = calls.findIndex(call => !looks(call));
  const at = change < 0 ? calls.length : change;
  const seen = calls.slice(0, at).filter(({ injected }) => !injected);
  return [...calls.slice(0, at), ...seen.slice(-2), ...calls.slice(at)];
}
