import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  /** What the next call gives back, and how a question before it is answered. */
  next(given: Given, answer: 'allow_once' | 'reject_once'): void;
  /** Why was asked since the last time. */
  takeQuestions(): readonly string[];
  close(): Promise<void>;
}

/** What a tool gives back: a value or a text, or an error with this text. */
export type Given = Pick<RecordedCall, 'result' | 'fails'>;

export async function openWorld(suite: string, mode: Mode): Promise<World> {
  const workspace = mkdtempSync(join(tmpdir(), 'toolgate-bench-questions-'));
  const now: { given: Given; answer: 'allow_once' | 'reject_once' } = { given: { result: '' }, answer: 'reject_once' };
  const questions: string[] = [];
  const gate = await createToolgate({
    ...{ workspace, store: 'memory', policy: mode.policy },
    approver: request => {
      questions.push(request.reason ?? 'without a reason');
      return now.answer;
    },
  });
  const served = mode.served ? await serveTools(gate, suite, () => now.given) : undefined;
  if (!served) {
    for (const [name, declared] of Object.entries(TOOLS[suite]!))
      gate.registry.register(toTool(name, declared, mode, suite, () => now.given));
  }
  return {
    gate,
    nameOf: tool => (served ? `${suite}__${tool}` : tool),
    next: (given, answer) => void Object.assign(now, { given, answer }),
    takeQuestions: () => questions.splice(0),
    async close() {
      await served?.close();
      await gate.close();
      rmSync(workspace, { recursive: true, force: true });
    },
  };
}

function toTool(name: string, declared: Declared, mode: Mode, suite: string, next: () => Given): Tool.Info {
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
    execute: async () => {
      const { result, fails } = next();
      if (fails) throw new Error(String(result));
      return typeof result === 'string' ? { output: result } : { value: result };
    },
  }) as Tool.Info;
}
