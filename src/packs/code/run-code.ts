import { posix } from 'node:path';
import { z } from 'zod';
import { otherNames } from '../../text/other-names.ts';
import { previewTail } from '../../text/previews.ts';
import { sayList, withNotes } from '../../text/say.ts';
import type { CallContext } from '../../tool/context.ts';
import { define, type Info } from '../../tool/define.ts';
import { type Assessment, type Effects, executes } from '../../tool/effect.ts';
import { assess } from '../shell/assess.ts';
import { describeRunCode } from '../shell/describe-runs.ts';
import { runCommand } from '../shell/run-command.ts';
import { sayEnd, sayRefused } from '../shell/say-end.ts';
import { sayNotKept, sayOutside } from '../shell/say-outside.ts';
import type { ShellServices } from '../shell/services.ts';
import { BASH, PYTHON_COMMAND } from '../shell/shell-program.ts';
import { steeringFiles } from '../shell/steering-files.ts';

const DEFAULT_TIMEOUT = 60;
const LONGEST = 24 * 3600;

const parameters = z.object({
  language: z.enum(['python', 'bash']).describe('What the code is written in'),
  code: z.string().min(1).describe('The whole program'),
  args: z.array(z.string()).default([]).describe('Arguments of the program'),
  env: z
    .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string())
    .default({})
    .describe('More environment'),
  timeout: z.number().positive().max(LONGEST).optional().describe('Seconds; 60 unless given'),
});

const returns = z.object({
  stdout: z.string(),
  stderr: z.string(),
  exitCode: z.number(),
  duration: z.number().describe('Milliseconds'),
  timed_out: z.boolean(),
});

/** Names that would make the interpreter run something else than the code. */
const REFUSED = /^(?:LD_|BASH_ENV$|ENV$|PYTHON|PATH$|HOME$|TOOLGATE)/;

export const runCode = (services: ShellServices): Info =>
  define('run_code', {
    description: describeRunCode(services.isOff()),
    parameters,
    returns,
    permissions: { required: ['execute'] },
    effects: async (args, ctx) => effectsOf(args.language, (await understand(services, args, ctx)).effects),
    danger: async (args, ctx) => atLeastModerate(assess(await understand(services, args, ctx))),
    // Where the policy wants no sandbox, it asks itself and says what that means.
    approval: async () =>
      services.isOff() || (await services.sandbox()).proved
        ? false
        : 'runs code, and no sandbox has been proved to hold',
    bound: ({ args, code }, ctx) => steeringFiles(ctx, { cwd: ctx.cwd, named: args, text: code }),
    parameterNames: otherNames({ code: ['script', 'source'], language: ['lang'], timeout: ['timeout_seconds'] }),
    sandboxed: true,
    timeout: (LONGEST + 60) * 1000,
    preview: previewTail,
    execute: async ({ language, code, args, env, timeout }, ctx) => {
      const most = services.limits().time;
      const time = Math.min((timeout ?? DEFAULT_TIMEOUT) * 1000, most);
      const argv = [...(language === 'python' ? PYTHON_COMMAND : BASH), ...args];
      const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !REFUSED.test(name)));
      const ran = await runCommand(services, ctx, { argv, program: code, cwd: ctx.cwd, env: kept, time });
      const { ended, output, stdout, stderr } = ran;
      const refused = Object.keys(env).filter(name => REFUSED.test(name));
      return {
        title: `Ran ${language}`,
        output: withNotes(output, [
          sayEnd(ended, { time, most }),
          sayRefused(ended),
          refused.length > 0 && `Not set: ${sayList(refused)}.`,
          sayOutside(ran.outside, ctx.planned === true),
          ...sayNotKept(ran),
        ]),
        value: {
          stdout,
          stderr,
          exitCode: ended.code,
          duration: ended.duration,
          timed_out: ended.stopped === 'time',
        },
        metadata: { language, exitCode: ended.code },
      };
    },
  }) as Info;

const understand = (
  services: ShellServices,
  { language, code, args }: Pick<z.output<typeof parameters>, 'language' | 'code' | 'args'>,
  { files: { root }, cwd }: CallContext,
) => services.understandCode({ language, code, args }, { root, cwd: posix.join(root, cwd) });

/** The language stands for the interpreter itself, so that a rule can name it; what the code touches is added. */
function effectsOf(language: string, effects: Effects): Effects {
  if (effects === 'everything') return effects;
  return [
    executes(language),
    ...effects.filter(({ kind, resource }) => kind !== 'execute' || !INTERPRETER.test(resource)),
  ];
}

const INTERPRETER = /^(?:python3 -|bash -s)(?: |$)/;

/** Code is never less than a command of its own. */
const atLeastModerate = (assessed: Assessment): Assessment =>
  assessed.danger === 'safe' ? { ...assessed, danger: 'moderate' } : assessed;
