export interface ScriptedCall {
  /** The id; left out: `call-1`, `call-2`, … over the whole script. */
  readonly id?: string;
  readonly name: string;
  readonly args: unknown;
}

/** A turn of the model: a text, or the tools it wants called. */
export type ScriptedTurn =
  | { readonly text: string; readonly calls?: undefined }
  | { readonly text?: undefined; readonly calls: readonly (ScriptedCall & { readonly id: string })[] };

type SaidTurn = { readonly text: string } | { readonly calls: readonly ScriptedCall[] };

/** A turn as it stands, or worked out from the messages that the model is shown. */
export type ScriptedStep<Message = unknown> = SaidTurn | ((messages: readonly Message[]) => SaidTurn);

export interface ScriptedModel<Message = unknown> {
  /** The next step of the script; throws at its end. */
  next(messages: readonly Message[]): ScriptedTurn;
  /** The messages that the model was shown, turn by turn. */
  readonly seen: readonly (readonly Message[])[];
  /** Steps that were not played yet. */
  readonly left: number;
}

/** A model that plays a script, for tests and demos. It belongs to no provider. */
export function scriptedModel<Message = unknown>(steps: readonly ScriptedStep<Message>[]): ScriptedModel<Message> {
  const seen: (readonly Message[])[] = [];
  let calls = 0;
  return {
    seen,
    get left() {
      return Math.max(0, steps.length - seen.length);
    },
    next(messages) {
      const step = steps[seen.length];
      seen.push([...messages]);
      if (!step) throw new Error(`The script has ${steps.length} steps, and one more was asked for`);
      const said = typeof step === 'function' ? step(messages) : step;
      if ('text' in said) return { text: said.text };
      return { calls: said.calls.map(call => ({ ...call, id: call.id ?? `call-${++calls}` })) };
    },
  };
}
