import { posix } from 'node:path';
import { z } from 'zod';
import { otherNames } from '../../text/other-names.ts';
import { previewTail } from '../../text/previews.ts';
import { sayCount, sayList, withNotes } from '../../text/say.ts';
import type { CallContext, Context } from '../../tool/context.ts';
import { define, type Info } from '../../tool/define.ts';
import { type Assessment, type Effects, executes } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import { markUntrusted } from '../../tool/text/untrusted.ts';
import { assess } from '../shell/assess.ts';
import { describeRunCode } from '../shell/describe-runs.ts';
import { coversPrivate, rehearses, sayMissed } from '../shell/rehearse-command.ts';
import { runCommand } from '../shell/run-command.ts';
import { sayEnd, sayNotKept, sayOutside, sayRefused } from '../shell/say-end.ts';
import { steeringFiles } from '../shell/steering-files.ts';
import { LANGUAGES, mentionsTools, PLAIN_COMMANDS } from './languages.ts';
import { noTools, runToolScript } from './run-tool-script.ts';
import type { CodeServices } from './services.ts';

const DEFAULT_TIMEOUT = 60;
/** Seconds for code that calls tools, which take their time too. */
const SCRIPT_TIMEOUT = 600;
const LONGEST = 24 * 3600;

const parameters = z.object({
  language: z.enum(LANGUAGES).describe('What the code is written in'),
  code: z.string().min(1).describe('The whole program; JavaScript and Python may `return` a value at the top'),
  args: z.array(z.string()).default([]).describe('Arguments of the program'),
  env: z
    .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string())
    .default({})
    .describe('More environment'),
  timeout: z
    .number()
    .positive()
    .max(LONGEST)
    .optional()
    .describe('Seconds; 60 unless given, 600 for code that calls tools'),
  tools: z.boolean().optional().describe('Whether it calls tools; unless given, the code tells'),
});

type CodeArguments = z.output<typeof parameters>;

const returns = z.object({
  stdout: z.string(),
  stderr: z.string(),
  exitCode: z.number(),
  duration: z.number().describe('Milliseconds'),
  timed_out: z.boolean(),
});

/** Variables that would make the interpreter run something else than the code. */
const REFUSED = /^(?:LD_|BASH_ENV$|ENV$|PYTHON|NODE_OPTIONS$|PATH$|HOME$|TOOLGATE)/;

export const runCode = (services: CodeServices): Info =>
  define('run_code', {
    description: describeRunCode(services.isOff()),
    ...(services.sayTools ? { announces: services.sayTools } : {}),
    parameters,
    returns,
    permissions: { required: ['execute'] },
    effects: async (args, ctx) => {
      refuseInside(ctx);
      if (callsTools(args) && services.isOff()) throw noTools();
      const { effects } = await understand(services, args, ctx);
      return effectsOf(args.language, callsTools(args) ? onlyReading(effects) : effects);
    },
    danger: async (args, ctx) => atLeastModerate(assess(await understand(services, args, ctx))),
    // Without a sandbox the policy itself asks, and says what that means.
    approval: async () =>
      services.isOff() || (await services.sandbox()).proved
        ? false
        : 'runs code, and no sandbox has been proved to hold',
    bound: ({ args, code }, ctx) => steeringFiles(ctx, { cwd: ctx.cwd, named: args, text: code }),
    parameterNames: otherNames({ code: ['script', 'source'], language: ['lang'], timeout: ['timeout_seconds'] }),
    sandboxed: true,
    // The calls of a script really happen: a script is no rehearsal.
    rehearses: args => !callsTools(args) && rehearses(services),
    resumes: args => callsTools(args),
    timeout: (LONGEST + 60) * 1000,
    preview: previewTail,
    execute: async (args, ctx) => {
      const { language, timeout, env } = args;
      const most = services.limits().time;
      const withTools = callsTools(args);
      const time = Math.min((timeout ?? (withTools ? SCRIPT_TIMEOUT : DEFAULT_TIMEOUT)) * 1000, most);
      const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !REFUSED.test(name)));
      const refused = Object.keys(env).filter(name => REFUSED.test(name));
      const { ran, calls } = await run(services, ctx, { ...args, env: kept, time });
      const { ended, stdout, stderr } = ran;
      const output = calls?.untrusted && ran.output !== '' ? markUntrusted(ran.output, 'run_code') : ran.output;
      const made = calls && calls.made > 0 ? sayCount(calls.made, 'call') : undefined;
      return {
        title: made ? `Ran ${language}: ${made}` : `Ran ${language}`,
        output: withNotes(output, [
          sayEnd(ended, { time, most }),
          sayRefused(ended),
          calls &&
            READ_ONLY.test(stderr) &&
            'Code that calls tools cannot write to the workspace: change files by tools.',
          refused.length > 0 && `Not set: ${sayList(refused)}.`,
          sayOutside(ran.outside, ctx.planned === true),
          ...sayNotKept(ran),
          ...(calls ? [] : sayMissed(ran, await understand(services, args, ctx), ctx)),
        ]),
        value: { stdout, stderr, exitCode: ended.code, duration: ended.duration, timed_out: ended.stopped === 'time' },
        metadata: {
          language,
          exitCode: ended.code,
          ...(calls ? { calls: calls.made } : {}),
          ...(calls?.goesOn ? { goneOn: true } : {}),
        },
      };
    },
  }) as Info;

const READ_ONLY = /EROFS|Read-only file system/;

async function run(services: CodeServices, ctx: Context, script: CodeArguments & { readonly time: number }) {
  const { language, code, args, env, time } = script;
  if (language !== 'bash' && callsTools(script))
    return runToolScript(services, ctx, { language, code, args, env, time });
  const argv = [...PLAIN_COMMANDS[language], ...args];
  const node = language === 'javascript';
  const understood = await understand(services, { language, code, args }, ctx);
  const covers = ctx.rehearsed === true && coversPrivate(understood, ctx);
  const ran = await runCommand(services, ctx, { argv, program: code, cwd: ctx.cwd, env, time, node, covers });
  return { ran, calls: undefined };
}

const callsTools = ({ language, code, tools }: Pick<CodeArguments, 'language' | 'code' | 'tools'>): boolean =>
  language !== 'bash' && (tools ?? mentionsTools(code));

/** Refuses a script in a script, also where a person would allow it: people can follow only one level. */
function refuseInside({ within }: CallContext): void {
  if (within === undefined) return;
  throw new ToolError('PERMISSION_DENIED', 'A script cannot run another one', {
    suggestion: 'Put the code into this script, or run it in a call of its own.',
  });
}

type CodeToJudge = Pick<CodeArguments, 'language' | 'code' | 'args'>;

const understand = (services: CodeServices, { language, code, args }: CodeToJudge, { files, cwd }: CallContext) =>
  services.understandCode({ language, code, args }, { root: files.root, cwd: posix.join(files.root, cwd) });

/** The effects of code that calls tools, without writes and hosts: only its calls can write or reach anybody. */
const onlyReading = (effects: Effects): Effects =>
  effects === 'everything' ? effects : effects.filter(({ kind }) => kind === 'read' || kind === 'execute');

/** The effects of code: its language stands for the interpreter, so that a rule can name it, and its own are added. */
function effectsOf(language: string, effects: Effects): Effects {
  if (effects === 'everything') return effects;
  return [
    executes(language),
    ...effects.filter(({ kind, resource }) => kind !== 'execute' || !INTERPRETER.test(resource)),
  ];
}

const INTERPRETER = /^(?:python3 -|node -|bash -s)(?: |$)/;

/** The assessment of code, which is never below that of a command of its own. */
const atLeastModerate = (assessed: Assessment): Assessment =>
  assessed.danger === 'safe' ? { ...assessed, danger: 'moderate' } : assessed;
