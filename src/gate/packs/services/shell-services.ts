import { dirname, join } from 'node:path';
import type { ActivityStream } from '../../../activity/activity-stream.ts';
import { ActivityEventType } from '../../../activity/event-types.ts';
import { secretHider } from '../../../packs/shell/hide-secrets.ts';
import { type SaidJob, sayJob } from '../../../packs/shell/say-job.ts';
import type { ShellServices } from '../../../packs/shell/services.ts';
import { namesGuarded } from '../../../policy/guards/unread.ts';
import type { RuntimePolicy } from '../../../policy/types.ts';
import { BackgroundJobs, type JobReport, type ListedJob } from '../../../sandbox/background-jobs.ts';
import type { JobListener } from '../../../sandbox/job-output.ts';
import type { JobLimits } from '../../../sandbox/port.ts';
import type { CommandPlace } from '../../../shell/state/place.ts';
import type { CodeToRun, Understanding } from '../../../shell/understand-command.ts';
import type { Workspace } from '../../../workspace/port.ts';
import type { Sandboxes } from '../sandboxes.ts';

export interface ShellOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly sandboxes: Pick<Sandboxes, 'open'>;
  readonly policy: () => RuntimePolicy;
  readonly workspace: Pick<Workspace, 'watch' | 'identity'>;
  readonly activity: Pick<ActivityStream, 'emit'>;
  readonly keepOutput: NonNullable<ShellServices['keepOutput']>;
}

/** Commands in the background, for callers that follow them; a model has bash_output and bash_kill. */
export interface ShellJobs {
  /** Follows a job; undefined where the session has no such job. */
  follow(sessionID: string, job: string): WatchedJob | undefined;
  /** Lists jobs of this agent and of the ones below it; another agent may have a job of the same id. */
  list(): readonly NamedJob[];
}

export interface NamedJob extends ListedJob {
  readonly follow: () => WatchedJob | undefined;
}

interface WatchedJob {
  /** The end of the output and the state, as the model would be told; the model still reads all of the output later. */
  look(): SaidJob;
  readonly done: Promise<SaidJob>;
  /** Tells the job's output, as its lines become whole; all of it before `done`. */
  listen(listener: JobListener): void;
  stop(): void;
}

const GIB = 1024 ** 3;

/** The most commands whose understanding is kept: a call needs its own for effects, danger, a question and its run. */
const MOST_UNDERSTOOD = 8;

const LIMITS: Omit<JobLimits, 'time' | 'disk'> = {
  cpu: 3600,
  memory: 4 * GIB,
  processes: 512,
  fileSize: 2 * GIB,
  files: 4096,
};

/** Makes the services for the tools of one agent that run commands. */
export function createShellServices(
  options: ShellOptions,
): ShellServices & { followed: ShellJobs; close(): Promise<void> } {
  const { env, sandboxes, policy, workspace, activity, keepOutput } = options;
  const isOff = () => policy().sandbox === 'off';
  const sandbox = () => sandboxes.open(isOff() ? 'none' : 'proved');
  const jobs = new BackgroundJobs({
    sandbox,
    watch: holding => workspace.watch(holding),
    onAway(owner, command, paths) {
      for (const path of paths) activity.emit(ActivityEventType.FILE_REVERTED, owner, { path, takenFrom: command });
    },
  });
  const hideSecrets = secretHider(env);
  const tools = installedTools(absolute => workspace.identity(absolute));
  const seen = (where: CommandPlace): CommandPlace => ({
    ...where,
    ownVariables: !isOff(),
    isInstalled: tools.isInstalled,
    isPrivate: namesGuarded(policy(), where.root),
  });
  const understood = keepLatest<Understanding>(MOST_UNDERSTOOD);
  const keyOf = (text: string | CodeToRun, { root, cwd }: CommandPlace) =>
    JSON.stringify([text, root, cwd, isOff(), policy().version, tools.stateAt(cwd)]);
  const follow: ShellJobs['follow'] = (sessionID, id) => {
    const job = jobs.follow(sessionID, id);
    const say = (report: JobReport) => sayJob({ hideSecrets }, id, report);
    return (
      job && {
        look: () => say(job.report()),
        done: job.done.then(say),
        listen: listener => job.listen((text, stream) => listener(hideSecrets(text), stream)),
        stop: job.stop,
      }
    );
  };
  return {
    sandbox,
    isOff,
    understand: async (command, where) => {
      const { understandCommand } = await understanding();
      return understood(keyOf(command, where), () => understandCommand(command, seen(where)));
    },
    understandCode: async (code, where) => {
      const { understandCode } = await understanding();
      return understood(keyOf(code, where), () => understandCode(code, seen(where)));
    },
    jobs,
    keepOutput,
    followed: {
      follow,
      list: () => jobs.all().map(job => ({ ...job, follow: () => follow(job.owner.sessionID, job.id) })),
    },
    close: () => jobs.close(),
    limits: () => ({ ...LIMITS, time: policy().limits.time, disk: Math.min(policy().limits.disk, 4 * GIB) }),
    hideSecrets,
  };
}

// Most processes run no command: the code for that is loaded with the first one.
const understanding = () => import('../../../shell/understand-command.ts');

/** Keeps the latest few answers, for those who ask for the same one several times in a row. */
export function keepLatest<T>(most: number): (key: string, make: () => T) => T {
  const kept = new Map<string, T>();
  return (key, make) => {
    const answer = kept.get(key) ?? make();
    kept.delete(key);
    kept.set(key, answer);
    const [oldest = key] = kept.keys();
    if (kept.size > most) kept.delete(oldest);
    return answer;
  };
}

interface InstalledTools {
  /** Whether a tool or a package is installed in a folder of packages here or above, where Node looks for it. */
  isInstalled(name: string, cwd: string): boolean;
  /** A text that changes when another tool is installed or removed. */
  stateAt(cwd: string): string;
}

/** Tells which tools of packages are installed; `identity` is a text for the entry at a path, undefined for none. */
const installedTools = (identity: (absolute: string) => string | undefined): InstalledTools => ({
  isInstalled: (name, cwd) =>
    /^(?:@[\w.~-]+\/)?[\w.~-]+$/.test(name) &&
    !/^\.{1,2}$/.test(name) &&
    foldersAbove(cwd).some(folder =>
      [`.bin/${name}`, `${name}/package.json`].some(path => identity(join(folder, 'node_modules', path)) !== undefined),
    ),
  stateAt: cwd =>
    foldersAbove(cwd)
      .flatMap(folder => [join(folder, 'node_modules/.bin'), join(folder, 'node_modules')])
      .map(folder => identity(folder) ?? '')
      .join(),
});

function foldersAbove(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersAbove(above)];
}
