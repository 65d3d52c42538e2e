import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeTree } from '../system/remove-tree.ts';
import { tryOr } from '../system/try-or.ts';
import { readProgram } from '../tool/loading/read-program.ts';
import { makeOwnFolder } from './job/own-folder.ts';
import type { JobLimits, Sandbox, SandboxFinding, WorkspaceView } from './port.ts';
import { RUNNING } from './sweep-left.ts';

export const PROBE_LIMITS: JobLimits = {
  time: 10_000,
  cpu: 10,
  processes: 64,
  files: 256,
  memory: 512 * 1024 * 1024,
  fileSize: 1024 * 1024,
  disk: 16 * 1024 * 1024,
};

export interface Proof {
  readonly works: boolean;
  readonly overlay: boolean;
  readonly findings: readonly SandboxFinding[];
}

/** The name of a variable with a secret in our own environment. */
export const PROBE_SECRET = 'TOOLGATE_PROBE_SECRET';

/**
 * The program that looks, inside, whether all holds, and names on a line each what does not. Where nothing holds, its
 * acts really happen: so none of them may harm, and files of the kernel are opened and not written.
 */
const LOOK = readProgram(new URL('./probe.sh', import.meta.url), { PROBE_SECRET });

interface ProbeOptions extends Pick<Sandbox, 'run'> {
  /** The sandbox's name, for people. */
  readonly name: string;
  readonly parent: string;
  /** The port of a listener that the job is not to reach. */
  readonly port: number;
  /** The reason why there can be no overlay; left out where there may be one. */
  readonly noOverlay?: SandboxFinding;
  readonly advice: (problem: string) => string;
}

/** Tries the sandbox by really running something in it, in a folder of its own. */
export async function probe({ name, run, parent, port, noOverlay, advice }: ProbeOptions): Promise<Proof> {
  const folder = makeOwnFolder(join(parent, RUNNING));
  try {
    const secret = join(folder, 'outside.txt');
    writeFileSync(secret, SECRET);
    const trial = { folder, secret, port };
    const works = { part: 'sandbox', ok: true, says: `${name} holds: tried by running something in it` };
    const without = noOverlay ?? overlayProblem(await problemOf(run, { ...trial, overlay: true }));
    // An overlay proves all of it; without one, the rest may still hold.
    if (!without) return { works: true, overlay: true, findings: [works, OVERLAY] };
    const problem = await problemOf(run, { ...trial, overlay: false });
    if (problem === undefined) return { works: true, overlay: false, findings: [works, without] };
    const failed = { part: 'sandbox', ok: false, says: oneLine(problem), next: advice(problem) };
    return { works: false, overlay: false, findings: [failed] };
  } finally {
    removeTree(folder);
  }
}

const SECRET = 'not for the job';

type Trial = { readonly folder: string; readonly secret: string; readonly port: number; readonly overlay: boolean };

/** Tries a sandbox; undefined where it holds. */
async function problemOf(run: Sandbox['run'], trial: Trial): Promise<string | undefined> {
  const name = trial.overlay ? 'overlay' : 'real';
  const root = join(trial.folder, name);
  mkdirSync(root);
  for (const file of ['old.txt', 'hidden.txt']) writeFileSync(join(root, file), 'x');
  const layers = join(trial.folder, `${name}-layers`);
  mkdirSync(layers);
  const view: WorkspaceView = trial.overlay
    ? { kind: 'overlay', layers: { folder: layers, above: [] } }
    : { kind: 'real' };
  let said = '';
  try {
    const ended = await run({
      argv: ['bash', '-c', LOOK, 'probe', trial.secret, String(trial.port)],
      root,
      cwd: root,
      view,
      hidden: [join(root, 'hidden.txt')],
      env: {},
      limits: PROBE_LIMITS,
      onOutput: chunk => {
        said += chunk.toString();
      },
    });
    const lines = said.split('\n').filter(Boolean);
    // A hidden file may be there without an overlay, as long as its content is not.
    const broken = lines.filter(line => line !== 'done' && !(line === 'hidden-there' && !trial.overlay));
    if (ended.code !== 0 || !lines.includes('done')) return said.trim() || `exit code ${ended.code}`;
    if (broken.length > 0) return `it does not hold: ${broken.join(', ')}`;
    return wroteWrongly(trial, root, layers);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The problem with a write: through an overlay the workspace stays as it was; otherwise the file is there. */
function wroteWrongly({ overlay, secret }: Trial, root: string, layers: string): string | undefined {
  const text = (...path: string[]) => tryOr(() => readFileSync(join(...path), 'utf8'), undefined);
  if (text(secret) !== SECRET) return 'it does not hold: outside-written';
  const right = overlay
    ? text(root, 'seen.txt') === undefined &&
      text(root, 'old.txt') === 'x' &&
      text(layers, 'upper', 'seen.txt') === 'new\n'
    : text(root, 'seen.txt') === 'new\n' && text(root, 'old.txt') === undefined;
  return right ? undefined : 'what was written did not come out where it should';
}

const OVERLAY: SandboxFinding = { part: 'overlay', ok: true, says: 'commands run on an overlay of the workspace' };

const overlayProblem = (problem: string | undefined): SandboxFinding | undefined =>
  problem === undefined
    ? undefined
    : {
        part: 'overlay',
        ok: false,
        says: `no overlay here (${oneLine(problem)}); changes are found by comparing the files before and after`,
        next:
          'It needs a Linux of 5.11 or newer, and a state folder on a file system that can carry one, not itself an ' +
          'overlay (in a container: a volume) and not on the network; XDG_STATE_HOME moves it',
      };

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 300);
