import { type ChildProcess, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { consultToolgate, type HookPhase, isWrapped } from './reach-toolgate.ts';

/** An event as `readPluginEvent` takes it. */
export interface PluginEvent {
  readonly hook_event_name: string;
  readonly session_id: string;
  readonly cwd: string;
  readonly agent_id?: string | undefined;
  readonly agent_type?: string | undefined;
  readonly prompt?: string | undefined;
  readonly tool_name?: string;
  readonly tool_use_id?: string;
  readonly tool_input?: unknown;
}

export type PluginInput = Record<string, unknown>;

interface PluginLine {
  /** Resolves where the call may run, with the input that it is to have if that is another; throws where it may not. */
  judge(event: PluginEvent): Promise<PluginInput | undefined>;
  /** Tells of an event that no call waits for; an error is ignored. */
  tell(event: PluginEvent, phase?: HookPhase): Promise<void>;
}

/** Milliseconds until an answer must be there, where the config says no other time; also for what no call waits for. */
const ANSWER = 540_000;
const SHORTLY = 60_000;

/**
 * The line from a plugin, which runs in the process of its host, to the Toolgate of a project. `options` is what `hook
 * install` wrote into the host's config; options that cannot be used block every call.
 */
export function openPluginLine(host: string, options: unknown): PluginLine {
  const { start: words, seconds } = (options ?? {}) as { start?: unknown; seconds?: unknown };
  const limit = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : ANSWER;
  const start = (project: string): ChildProcess => {
    if (!Array.isArray(words) || words.length === 0) throw new Error('the plugin is not told how Toolgate is started');
    const [program, ...args] = words.map(String) as [string, ...string[]];
    const child = spawn(program, args, { cwd: project, detached: true, stdio: 'ignore' });
    child.on('error', () => {});
    child.unref();
    return child;
  };
  const ask = (event: PluginEvent, phase: HookPhase, stop: AbortSignal): Promise<string> =>
    consultToolgate(realpathSync(event.cwd), { host, event }, { phase, start, stop });
  const askWithin = (event: PluginEvent, phase: HookPhase, time: number): Promise<string> => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error('it gave no answer in time'));
        stop.abort();
      }, time);
    });
    return Promise.race([ask(event, phase, stop.signal), late]).finally(() => clearTimeout(timer));
  };
  return {
    async judge(event) {
      if (isWrapped()) return undefined;
      let answer: ReturnType<typeof readAnswer>;
      try {
        answer = readAnswer(await askWithin(event, 'before', limit));
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new Error(`Toolgate did not judge this call, so it is blocked: ${why}`);
      }
      if ('refusal' in answer) throw new Error(answer.refusal);
      return answer.input;
    },
    async tell(event, phase = 'after') {
      if (!isWrapped()) await askWithin(event, phase, Math.min(limit, SHORTLY)).catch(() => {});
    },
  };
}

/** Reads an answer; throws for one that is not known, so that the call is blocked. */
function readAnswer(text: string): { readonly input: PluginInput | undefined } | { readonly refusal: string } {
  const { verdict, reason, input } = JSON.parse(text) as Record<string, unknown>;
  if (verdict === 'none') return { input: undefined };
  if (verdict === 'deny' && typeof reason === 'string') return { refusal: reason };
  if (verdict === 'allow' && typeof input === 'object' && input !== null && !Array.isArray(input))
    return { input: input as PluginInput };
  throw new Error('its answer is none that is known');
}

/** Puts another input into the place of one, in the same object: hosts look at no other object. */
export function replaceInput(target: PluginInput, input: PluginInput): void {
  for (const key of Object.keys(target)) delete target[key];
  Object.assign(target, input);
}
