import type { Context } from '../../tool/context.ts';
import { ToolError } from '../../tool/error.ts';
import { type CommandRun, runCommand } from '../shell/run-command.ts';
import { type RunLanguage, SCRIPT_COMMANDS } from './languages.ts';
import { ScriptChannel } from './script-channel.ts';
import type { CodeServices, ScriptTools } from './services.ts';

interface ScriptToRun {
  readonly language: Exclude<RunLanguage, 'bash'>;
  readonly code: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds, without the time in which people are asked. */
  readonly time: number;
}

/** The output of a script, and its calls. */
type ScriptRun = Readonly<{ ran: CommandRun; calls: Pick<ScriptTools, 'made' | 'goesOn' | 'untrusted'> }>;

/**
 * Runs a script that calls tools. The script sees the workspace but cannot write to it, and has no network: all that it
 * does, it does by its calls. So it can run again from its start, with the results that those calls had before.
 */
export async function runToolScript(services: CodeServices, ctx: Context, script: ScriptToRun): Promise<ScriptRun> {
  const { language, code, args, env, time } = script;
  if (services.isOff() || !services.openScript) throw noTools();
  const calls = await services.openScript(ctx, [language, code, args, env]);
  const stop = new AbortController();
  let broken: ToolError | undefined;
  let channel: ScriptChannel | undefined;
  const clock = startClock(time, calls, () => stop.abort());
  try {
    const ran = await runCommand(services, ctx, {
      argv: [...SCRIPT_COMMANDS[language], ...args],
      program: code,
      cwd: ctx.cwd,
      env: {
        ...env,
        // The order of texts in a set depends on this seed.
        PYTHONHASHSEED: '0',
        TOOLGATE_SCRIPT: JSON.stringify({ seed: calls.seed, now: calls.startedAt }),
      },
      node: language === 'javascript',
      time,
      script: {
        stop: stop.signal,
        onChannel: pair => {
          channel = new ScriptChannel(pair, calls, error => {
            broken = error;
            stop.abort();
          });
        },
      },
    });
    channel?.close();
    await calls.end();
    if (broken) throw broken;
    const ended = clock.isOver() ? { ...ran.ended, stopped: 'time' as const } : ran.ended;
    return { ran: { ...ran, ended }, calls };
  } finally {
    clock.stop();
    channel?.close();
    await calls.end();
  }
}

/** Counts the time of a script; the clock stands still while people are asked. */
function startClock(time: number, calls: Pick<ScriptTools, 'waited'>, onOver: () => void) {
  const begun = performance.now();
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const left = time - (performance.now() - begun - calls.waited);
    if (left > 0) {
      timer = setTimeout(look, Math.min(Math.max(left, LEAST), 2 ** 31 - 1));
      return;
    }
    isOver = true;
    onOver();
  };
  look();
  return { isOver: () => isOver, stop: () => clearTimeout(timer) };
}

/** The shortest wait of the clock, in milliseconds. */
const LEAST = 5;

export const noTools = (): ToolError =>
  new ToolError('SANDBOX_UNAVAILABLE', 'Code that calls tools needs a sandbox, and the policy wants none', {
    suggestion: 'Call the tools yourself, or give tools: false.',
    forPeople: 'Take "sandbox": "off" out of the policy.',
  });
