import { posix } from 'node:path';
import { z } from 'zod';
import type { Understanding } from '../../shell/understand-command.ts';
import { otherNames } from '../../text/other-names.ts';
import { previewTail } from '../../text/previews.ts';
import { sayCount, sayList, withNotes } from '../../text/say.ts';
import type { CallContext, Context } from '../../tool/context.ts';
import { define, type Info } from '../../tool/define.ts';
import { ToolError } from '../../tool/error.ts';
import { assess } from './assess.ts';
import { describeBash } from './describe-runs.ts';
import { onlyShows } from './printed/only-shows.ts';
import { coversPrivate, rehearses, sayMissed } from './rehearse-command.ts';
import { type CommandRun, runCommand } from './run-command.ts';
import { sayEnd, sayNotKept, sayOutside, sayRefused } from './say-end.ts';
import { sayPrivate } from './say-private.ts';
import type { ShellServices } from './services.ts';
import { BASH } from './shell-program.ts';
import { steeringFiles } from './steering-files.ts';
import { adviseUnattended, waitsForKeys } from './unattended.ts';

const DEFAULT_TIMEOUT = 120;
const LONGEST = 24 * 3600;

const parameters = z
  .object({
    command: z.string().min(1).describe('Bash; what it changes in the workspace becomes one change set'),
    description: z.string().optional().describe('What it is for, in a few words'),
    timeout: z.number().positive().max(LONGEST).optional().describe('Seconds; 120 unless given'),
    working_dir: z.string().optional().describe('Folder to run in; otherwise where the last command ended'),
    background: z.boolean().default(false).describe('Go on after the call; see bash_output and bash_kill'),
    dryRun: z.boolean().default(false).describe('Show the diff of what it would change, and change nothing'),
  })
  .refine(({ background, dryRun }) => !(background && dryRun), {
    path: ['dryRun'],
    message: 'cannot go with background, which works on the real files; leave one of them out',
  });

const returns = z.object({
  output: z.string(),
  stdout: z.string(),
  stderr: z.string(),
  return_code: z.number().nullable(),
  duration: z.number(),
  cwd: z.string(),
  timed_out: z.boolean(),
  job: z.string().optional(),
  diff: z.string().optional(),
});

type Args = z.output<typeof parameters>;

export const bash = (services: ShellServices): Info =>
  define('bash', {
    description: describeBash(services.isOff()),
    parameters,
    returns,
    permissions: { required: ['execute'] },
    effects: async (args, ctx) => (await understand(services, args, ctx)).effects,
    danger: async (args, ctx) => assess(await understand(services, args, ctx)),
    approval: ({ background, dryRun }) => {
      if (dryRun && services.isOff())
        throw new ToolError('SANDBOX_UNAVAILABLE', NO_DRY_RUN, {
          suggestion: 'Run it without dryRun; what it changes in the workspace can be taken back.',
        });
      return background
        ? 'runs in the background on the real files, of which undo brings back no very large ones'
        : false;
    },
    bound: async (args, ctx) => {
      const { commands } = await understand(services, args, ctx);
      return steeringFiles(ctx, { cwd: folderOf(args, ctx), commands, text: args.command });
    },
    parameterNames: otherNames({
      command: ['cmd', 'script', 'shell_command', 'commands'],
      timeout: ['timeout_seconds', 'timeout_sec'],
      working_dir: ['cwd', 'workdir', 'working_directory', 'directory', 'dir'],
      background: ['run_in_background', 'is_background', 'background_mode'],
      dryRun: ['dry_run'],
    }),
    sandboxed: ({ background }) => !background,
    rehearses: async ({ background, dryRun }) => !background && !dryRun && (await rehearses(services)),
    timeout: (LONGEST + 60) * 1000,
    preview: previewTail,
    logs: ({ command }) => !onlyShows(command),
    execute: async (args, ctx) => {
      const understood = await understand(services, args, ctx);
      refuseWaiting(understood.commands);
      const cwd = folderOf(args, ctx);
      const time = Math.min((args.timeout ?? DEFAULT_TIMEOUT) * 1000, services.limits().time);
      if (args.background) return startJob(services, args, { ctx, cwd });
      ctx.metadata({ title: args.description ?? firstLine(args.command) });
      const ran = await runCommand(services, ctx, {
        argv: BASH,
        program: args.command,
        cwd,
        time,
        dry: args.dryRun,
        covers: coversPrivate(understood, ctx),
        safe: understood.danger === 'safe',
      });
      const diff = args.dryRun ? await ran.diff() : undefined;
      if (args.dryRun) ran.drop();
      const next = await nextFolder(ran, ctx, cwd);
      if (next.moved && !args.dryRun) ctx.workIn(next.cwd);
      const { time: most } = services.limits();
      const missed = sayMissed(ran, understood, ctx);
      return resultOf(args, ran, { ...next, time, most, understood, diff, missed, planned: ctx.planned === true });
    },
  }) as Info;

async function startJob(services: ShellServices, args: Args, { ctx, cwd }: { ctx: Context; cwd: string }) {
  const { sessionID, callID, agent, turn, mayReach, files } = ctx;
  const title = args.description ?? firstLine(args.command);
  const held = await files.held('all');
  const secrets = files.secrets();
  const job = await services.jobs.start({ sessionID, callID, agent, turn }, title, {
    argv: BASH,
    program: args.command,
    root: files.root,
    cwd: posix.join(files.root, cwd),
    hidden: await files.hiddenPaths(),
    held,
    hide: text => secrets.hide(text),
    env: {},
    mayReach,
    limits: { ...services.limits(), time: args.timeout === undefined ? Infinity : args.timeout * 1000 },
  });
  return {
    title,
    output: withNotes('', [
      `It runs in the background as ${job}. See bash_output and bash_kill.`,
      held.readOnly.length > 0 &&
        `It cannot write to ${sayList(held.readOnly.map(path => posix.relative(files.root, path) || '.'))}.`,
    ]),
    value: { output: '', stdout: '', stderr: '', return_code: null, duration: 0, cwd, timed_out: false, job },
    metadata: { job, cwd },
  };
}

type NextFolder = Readonly<{ cwd: string; moved: boolean; note?: string }>;

/** The folder where the command ended, if it is in the workspace. The folder that the command tells is checked. */
async function nextFolder({ ended }: CommandRun, ctx: Context, cwd: string): Promise<NextFolder> {
  const { root } = ctx.files;
  const told = ended.told.replace(/\n$/, '');
  if (told === '' || told === posix.join(root, cwd)) return { cwd, moved: false };
  const inside = told === root ? '.' : told.startsWith(`${root}/`) ? told.slice(root.length + 1) : undefined;
  if (inside === undefined)
    return { cwd, moved: false, note: `${told} is outside of the workspace; the next command begins in ${cwd} again.` };
  const stat = await ctx.files.stat(inside).catch(() => undefined);
  if (stat?.kind !== 'directory') return { cwd, moved: false };
  return { cwd: inside, moved: true, note: `The working directory is ${inside} now.` };
}

interface CommandEnding extends NextFolder {
  readonly time: number;
  readonly most: number;
  readonly understood: Understanding;
  readonly diff: string | undefined;
  readonly missed: readonly string[];
  readonly planned: boolean;
}

function resultOf(args: Args, ran: CommandRun, ending: CommandEnding) {
  const { cwd, time, most, understood, diff, note, planned, missed } = ending;
  const { ended, output, stdout, stderr } = ran;
  const timedOut = ended.stopped === 'time';
  const commands = understood.commands.map(({ text }) => text);
  return {
    title: args.description ?? firstLine(args.command),
    output: withNotes(diff === undefined ? output : `${output}${output === '' ? '' : '\n'}${diff}`, [
      sayEnd(ended, { time, most, background: true }),
      diff !== undefined &&
        `Dry run: ${diff === '' ? 'it would change nothing' : 'this is what it would change'}; nothing was changed.`,
      sayRefused(ended),
      adviseUnattended(commands, ended.code, output),
      ran.lost > 0 && `${sayCount(ran.lost, 'byte')} of output in the middle are not kept; send long output to a file.`,
      diff === undefined && sayOutside(ran.outside, planned),
      ...sayNotKept(ran),
      missed.length === 0 && sayPrivate(ran, understood),
      ...missed,
      diff === undefined && note,
    ]),
    value: {
      output,
      stdout,
      stderr,
      return_code: ended.code,
      duration: ended.duration / 1000,
      cwd,
      timed_out: timedOut,
      diff,
    },
    metadata: { return_code: ended.code, timed_out: timedOut, cwd, ...(ran.lost > 0 ? { lost: ran.lost } : {}) },
  };
}

function understand(services: ShellServices, args: Pick<Args, 'command' | 'working_dir'>, ctx: CallContext) {
  const { root } = ctx.files;
  return services.understand(args.command, { root, cwd: posix.join(root, folderOf(args, ctx)) });
}

/** The working directory of a call, workspace-relative. */
const folderOf = ({ working_dir }: Pick<Args, 'working_dir'>, ctx: CallContext): string =>
  working_dir === undefined ? ctx.cwd : ctx.files.resolve(working_dir).relative;

function refuseWaiting(commands: Understanding['commands']): void {
  const editor = waitsForKeys(commands.map(({ words }) => words));
  if (editor === undefined) return;
  const message = `${editor} waits for keys, and nobody is there to press them; nothing was run`;
  throw new ToolError('INVALID_ARGUMENTS', message, {
    suggestion: 'Use read_file and edit_file, or give it a script: vim -es -c "…" -c wq FILE',
  });
}

const NO_DRY_RUN = 'The policy says sandbox: off, and without a sandbox a dry run would be a real one';

const firstLine = (command: string): string => {
  const [line = ''] = command.trim().split('\n');
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
};
