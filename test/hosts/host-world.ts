import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Host } from '../../src/hosts/host.ts';
import type { StubStep } from '../../src/hosts/trial/protocols/protocol.ts';
import { isProcessAlive } from '../../src/system/process-identity.ts';

/** A turn of a host, with a scripted model. */
export interface HostTurn {
  readonly steps: readonly StubStep[];
  readonly others?: readonly { readonly when: string; readonly steps: readonly StubStep[] }[];
  /** Done while the turn goes on. */
  readonly meanwhile?: () => Promise<void>;
}

/** What plays the host in a turn: the real one, or what was recorded of it. Gives what the model was told of its calls. */
export type TurnPlayer = (world: HostWorld, turn: HostTurn, number: number) => Promise<readonly string[]>;

interface WorldOptions {
  readonly host: Host;
  /** The folder of the bundled programs. */
  readonly programs: string;
  /** Where the folders are made; Codex wants it outside of /tmp. */
  readonly below: string;
  readonly play: TurnPlayer;
  /** The name of the project's folder. */
  readonly name?: string;
}

/** Waits until something is so; for three minutes at most, for a host may be slow to start. */
export async function until(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + 180_000; !isSo(); await setTimeout(50))
    if (Date.now() > end) throw new Error('It did not come to be so in time');
}

export type HostWorld = ReturnType<typeof openHostWorld>;

/** A project and a home of their own, with our hooks in the host's config. */
export function openHostWorld({ host, programs, below, play, name = 'p' }: WorldOptions) {
  const folder = realpathSync(mkdtempSync(join(below, 'hosts-')));
  const [home, project] = [join(folder, 'h'), join(folder, name)];
  for (const each of [home, project]) mkdirSync(each);
  const trial = host.trial!;
  const own: Record<string, string> = {
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: join(home, 'cache'),
    TOOLGATE_HOOK_WAIT: '1',
  };
  const env = (): Readonly<Record<string, string>> => ({
    PATH: process.env.PATH ?? '',
    HOME: home,
    ...trial.env({ home, project, url: 'http://127.0.0.1:9' }),
    ...own,
  });
  const put = (file: string, content: string | Uint8Array) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  const cli = (...args: readonly string[]): SpawnSyncReturns<string> =>
    spawnSync(process.execPath, [join(programs, 'cli.js'), ...args], { cwd: project, env: env(), encoding: 'utf8' });
  const pids = () =>
    globSync('state/toolgate/hooks/*/pid', { cwd: home })
      .map(file => Number(readFileSync(join(home, file), 'utf8')))
      .filter(isProcessAlive);
  const config = host.config.file({ scope: 'user', root: project, env: env() })!;
  let turns = 0;
  let installed = false;
  const world = {
    host,
    folder,
    home,
    project,
    env,
    own,
    programs,
    config,
    cli,
    trial,
    calls: trial.calls,
    /** The process of the host that was started last, or of what plays it; it leads a group. */
    hostPid: undefined as number | undefined,
    at: (path: string) => join(project, path),
    write: (path: string, content: string | Uint8Array) => put(join(project, path), content),
    read: (path: string) => readFileSync(join(project, path), 'utf8'),
    exists: (path: string) => existsSync(join(project, path)),
    /** The files of the project with what they hold. */
    files: () =>
      Object.fromEntries(
        globSync('**/*', { cwd: project, withFileTypes: true })
          .filter(entry => entry.isFile())
          .map(entry => join(entry.parentPath, entry.name))
          .sort()
          .map(file => [file.slice(project.length + 1), readFileSync(file, 'base64')]),
      ),
    /** The user's own policy. */
    policy: (policy: object) => put(join(home, 'config/toolgate/config.json'), JSON.stringify({ policy })),
    async turn(turn: HostTurn): Promise<readonly string[]> {
      if (!installed) world.install();
      return play(world, turn, turns++);
    },
    pids,
    /** Ends the Toolgates of the project, and removes all. */
    close() {
      for (const pid of pids()) process.kill(pid, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
    install() {
      const ran = cli('hook', 'install', host.name, '--yes');
      if (ran.status !== 0) throw new Error(`install: ${ran.stderr}`);
      installed = true;
    },
  };
  return world;
}
