import { posix } from 'node:path';
import { z } from 'zod';
import { otherNames } from '../../text/other-names.ts';
import { previewHead } from '../../text/previews.ts';
import { sayList, withNotes } from '../../text/say.ts';
import type { CallContext, Context } from '../../tool/context.ts';
import { define, type Info } from '../../tool/define.ts';
import { connects, executes, reads } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import { newId } from '../../tool/id.ts';
import { runCommand } from '../shell/run-command.ts';
import { sayOutside } from '../shell/say-end.ts';
import { steeringFiles } from '../shell/steering-files.ts';
import { detectManager, type InstallerChoice, isPython, MANAGERS } from './installers/detect-installer.ts';
import { explainInstallFailure } from './installers/explain-install-failure.ts';
import { findRegistries, type Registries } from './installers/find-registries.ts';
import { checkPackageNames, installCommand, readInstalled } from './installers/install-command.ts';
import { readProjectConfig } from './installers/project-config.ts';
import { readProjectFile } from './read-project-file.ts';
import type { ProjectServices } from './services.ts';

const DEFAULT_TIMEOUT = 300;
const LONGEST = 24 * 3600;
const TAIL = 15;

const parameters = z.object({
  packages: z.array(z.string().min(1)).min(1).max(50).describe('Names, each perhaps with a version: left-pad@^1.3.0'),
  dev: z.boolean().default(false).describe('As a dependency for development'),
  manager: z.enum(MANAGERS).optional().describe('Found out by the lock file when left out'),
  path: z.string().optional().describe('Folder of the project, in a larger one'),
  scripts: z.boolean().default(false).describe('Let packages run their own install scripts'),
  timeout: z.number().positive().max(LONGEST).optional().describe('Seconds; 300 unless given'),
});

const returns = z.object({
  manager: z.enum(MANAGERS),
  command: z.string(),
  folder: z.string(),
  installed: z.array(z.object({ name: z.string(), version: z.string() })),
  changed: z.array(z.string()),
  /** The duration in seconds. */
  duration: z.number(),
  output: z.string(),
});

type Args = z.output<typeof parameters>;

export const installPackage = (services: ProjectServices): Info =>
  define('install_package', {
    description:
      'Install packages with npm, pnpm, yarn or pip, as the project does; a person is asked, install scripts are off.',
    parameters,
    returns,
    permissions: { required: ['read', 'execute', 'network'] },
    effects: async (args, ctx) => {
      const { found, registries } = await plan(args, ctx, services);
      return [
        executes(`${found.manager} install ${args.packages.join(' ')}`),
        ...registries.hosts.map(connects),
        ...registries.read.map(reads),
      ];
    },
    danger: async (args, ctx) => {
      const { registries } = await plan(args, ctx, services);
      if (args.scripts) return { danger: 'dangerous', why: 'runs the install scripts of the packages' };
      if (registries.named.length === 0) return 'moderate';
      return { danger: 'dangerous', why: `takes packages from where ${sayList(registries.named)} says` };
    },
    approval: async (args, ctx) => question(args, await plan(args, ctx, services)),
    bound: async (args, ctx) => {
      const { found } = await plan(args, ctx, services);
      return steeringFiles(ctx, { cwd: found.folder });
    },
    parameterNames: otherNames({
      packages: ['package', 'name', 'names', 'package_name', 'dependencies'],
      dev: ['save_dev', 'is_dev', 'development'],
      manager: ['package_manager'],
      path: ['cwd', 'directory', 'folder', 'working_dir'],
      timeout: ['timeout_seconds'],
    }),
    sandboxed: true,
    timeout: (LONGEST + 60) * 1000,
    preview: previewHead,
    execute: async (args, ctx) => install(args, { services, ctx, ...(await plan(args, ctx, services)) }),
  }) as Info;

type Plan = Readonly<{ found: InstallerChoice; registries: Registries }>;

async function plan({ path, manager, packages }: Args, ctx: CallContext, services: ProjectServices): Promise<Plan> {
  const folder = ctx.files.resolve(path ?? ctx.cwd).relative;
  const stat = await ctx.files.stat(folder);
  if (stat?.kind !== 'directory')
    throw new ToolError('FILE_NOT_FOUND', `${folder} is not a folder; nothing was installed`, {
      suggestion: "Give path as the project's folder, or leave it out.",
    });
  const found = await detectManager(ctx.files, folder, manager);
  if (!found && (manager === undefined || !isPython(manager))) throw noProject(folder);
  if (found && found.rivals.length > 0) throw twoManagers(found);
  const chosen = found ?? { manager: manager ?? 'pip', folder, why: 'asked for', rivals: [], modern: false };
  checkPackageNames(packages, chosen.manager);
  return { found: chosen, registries: await findRegistries(ctx.files, chosen, services.registries?.()) };
}

const noProject = (folder: string): ToolError =>
  new ToolError(
    'FILE_NOT_FOUND',
    `There is no project in ${folder} or above it: no package.json, no lock file, no requirements.txt or pyproject.toml`,
    {
      suggestion: `Give path, or make a project first: a package.json with {} is enough. Managers: ${MANAGERS.join(', ')}.`,
    },
  );

const twoManagers = ({ manager, folder, rivals }: InstallerChoice): ToolError =>
  new ToolError('INVALID_ARGUMENTS', `${folder} could mean ${sayList([manager, ...rivals])}; nothing was installed`, {
    suggestion: `Give manager as one of ${[manager, ...rivals].join(', ')}.`,
  });

/** The question to a person: the names, where they come from, and whether code of them is run. */
function question({ packages, scripts }: Args, { found, registries }: Plan): string {
  const own = registries.own === undefined ? '' : ' (your own registry)';
  const from = registries.named.length > 0 ? ` (as ${sayList(registries.named)} says)` : own;
  const code = scripts
    ? "their install scripts are run, and what the project's own config names: code that nobody here has seen"
    : 'install scripts are not run';
  return `installs ${sayList(packages, 20)} with ${found.manager} from ${sayList(registries.hosts)}${from}; ${code}`;
}

type World = Plan & Readonly<{ services: ProjectServices; ctx: Context }>;

/** Files that managers write, besides folders of packages. */
const WRITTEN = [
  ...['package.json', 'package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'yarn.lock'],
  ...['bun.lock', 'bun.lockb', 'pyproject.toml', 'uv.lock', 'poetry.lock', '.pnp.cjs'],
];

async function install(args: Args, { services, ctx, found, registries }: World) {
  const { packages, dev, scripts } = args;
  const time = Math.min((args.timeout ?? DEFAULT_TIMEOUT) * 1000, services.shell.limits().time);
  const mark = `=${newId()}=`;
  const { indexes, own } = registries;
  const config = scripts ? undefined : await readProjectConfig(ctx.files, found);
  if (config && config.dropped.length > 0 && services.shell.isOff()) throw notHeld(config.dropped);
  const wanted = { found, packages, dev, scripts, indexes, own, mark, root: ctx.files.root, home: config?.home };
  const { argv, program, env, said } = installCommand(wanted);
  const before = await contents(ctx, found.folder);
  ctx.metadata({ title: `Installing ${sayList(packages)}` });
  const { folder, manager, why } = found;
  const job = { argv, program, env, cwd: folder, time, unseen: config?.unseen };
  const ran = await runCommand(services.shell, ctx, job);
  const { installed, printed } = readInstalled(ran.output, mark);
  if (ran.ended.code !== 0 || ran.ended.stopped) {
    ran.drop();
    throw explainInstallFailure({ found, ended: ran.ended, output: printed, packages, scripts, time });
  }
  const after = await contents(ctx, folder);
  const changed = [...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
  const tail = printed.trim().split('\n').slice(-TAIL).join('\n');
  const names = installed.map(({ name, version }) => (version === '' ? name : `${name} ${version}`));
  const also = changed.length > 0 ? `; changed ${sayList(changed)}` : '';
  const head = `Installed ${sayList(names, 20)} with ${manager} (${why})${also}`;
  return {
    title: `Installed ${sayList(names)}`,
    output: withNotes(`${head}.\n${tail}`, [
      manager === 'pip' && 'pip writes down nothing: add them to requirements.txt or pyproject.toml to keep them.',
      !scripts && 'Install scripts were not run; scripts: true runs them, where a package does not work without.',
      config &&
        config.dropped.length > 0 &&
        `Of the project's own config this did not count, for it may run something: ${sayList(config.dropped)}.`,
      sayOutside(ran.outside, ctx.planned === true),
    ]),
    value: { manager, command: said, folder, installed, changed, duration: ran.ended.duration / 1000, output: tail },
    metadata: { manager, installed: names },
  };
}

/** The refusal where there is no sandbox: the manager could read the project's config, whatever of it counts. */
const notHeld = (dropped: readonly string[]): ToolError =>
  new ToolError(
    'SANDBOX_UNAVAILABLE',
    `The policy says sandbox: off, so nothing can keep the manager from what the project's config may run: ${sayList(dropped)}. Nothing was installed.`,
    { suggestion: 'With scripts: true a person is asked whether that may be.' },
  );

async function contents(ctx: Context, folder: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const name of WRITTEN) {
    const path = posix.join(folder, name);
    const text = await readProjectFile(ctx.files, path);
    if (text !== undefined) found.set(path, text);
  }
  return found;
}
