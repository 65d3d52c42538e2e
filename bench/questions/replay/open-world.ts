import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createToolgate } from '../../../src/gate/create-toolgate.ts';
import type { Toolgate } from '../../../src/gate/toolgate.ts';
import { changesState, sends, Tool } from '../../../src/index.ts';
import type { RecordedCall } from '../session.ts';
import { TOOLS } from '../tools/all.ts';
import type { Declared } from '../tools/declared.ts';
import { schemaOf } from '../tools/schema.ts';
import type { Mode } from './modes.ts';
import { serveTools } from './serve-tools.ts';

/** The texts and numbers that lie at `attendees.email`, or below, whether or not lists are on the way. */
function textsAt(value: unknown, path: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(item => textsAt(item, path));
  if (typeof value !== 'object' || value === null) return path.length === 0 && value != null ? [String(value)] : [];
  const [first, ...rest] = path;
  const inside: readonly unknown[] = first === undefined ? Object.values(value) : [Reflect.get(value, first)];
  return inside.flatMap(item => textsAt(item, rest));
}

/** A gate with the tools of one suite, which give back what was recorded. */
export interface World {
  readonly gate: Toolgate;
  /** What the gate calls a tool. */
  nameOf(tool: string): string;
  /** What the calls of the next turn give back. A question before one that the model was talked into is answered with no. */
  next(turn: readonly RecordedCall[]): void;
  /** What was asked since the last time, and about which call. */
  takeQuestions(): readonly { readonly about: RecordedCall; readonly reason: string }[];
  close(): Promise<void>;
}

/** What a call gives back: a value or a text, or an error with this text. */
export type Give = (tool: string, args: object) => Pick<RecordedCall, 'result' | 'fails'>;

export async function openWorld(suite: string, mode: Mode): Promise<World> {
  const workspace = mkdtempSync(join(tmpdir(), 'toolgate-bench-questions-'));
  let turn: RecordedCall[] = [];
  const questions: { about: RecordedCall; reason: string }[] = [];
  const nameOf = (tool: string): string => (mode.served ? `${suite}__${tool}` : tool);
  const recorded = (tool: string, args: object): RecordedCall => {
    const same = turn.filter(call => nameOf(call.tool) === tool);
    return same.find(call => isDeepStrictEqual(call.args, args)) ?? same[0]!;
  };
  const give: Give = (tool, args) => {
    const call = recorded(nameOf(tool), args);
    turn = turn.filter(other => other !== call);
    return call;
  };
  const gate = await createToolgate({
    workspace,
    store: 'memory',
    policy: mode.policy,
    approver: request => {
      const about = recorded(request.tool, request.args);
      questions.push({ about, reason: request.reason });
      return about.injected ? 'reject_once' : 'allow_once';
    },
  });
  const served = mode.served ? await serveTools(gate, suite, give) : undefined;
  if (!served) {
    for (const [name, declared] of Object.entries(TOOLS[suite]!))
      gate.registry.register(toTool(name, declared, mode, suite, give));
  }
  return {
    gate,
    nameOf,
    next: calls => {
      turn = [...calls];
    },
    takeQuestions: () => questions.splice(0),
    async close() {
      await served?.close();
      await gate.close();
      rmSync(workspace, { recursive: true, force: true });
    },
  };
}

function toTool(name: string, declared: Declared, mode: Mode, suite: string, give: Give): Tool.Info {
  const { description, looks = false, untrusted, private: held, targets = [] } = declared;
  return Tool.define(name, {
    description,
    parameters: schemaOf(declared),
    ...(looks ? { readOnly: true } : {}),
    danger: looks ? 'safe' : 'moderate',
    untrusted: mode.declares ? (untrusted ?? false) : false,
    ...(mode.declares && held ? { private: held } : {}),
    ...(mode.declares && targets.length > 0 ? { targets } : {}),
    effects: args => [
      ...(looks ? [] : [changesState(suite)]),
      ...targets.flatMap(target => textsAt(args, target.split('.')).map(sends)),
    ],
    execute: async args => {
      const { result, fails } = give(name, args);
      if (fails) throw new Error(String(result));
      return typeof result === 'string' ? { output: result } : { value: result };
    },
  }) as Tool.Info;
}
