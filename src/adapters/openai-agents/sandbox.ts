import { posix } from 'node:path';
import type {
  Entry,
  ExecCommandArgs,
  Manifest,
  SandboxClient,
  SandboxExecResult,
  SandboxSession,
  SandboxSessionState,
} from '@openai/agents/sandbox';
import { optionalPackage, ToolError, type Toolgate } from '../../index.ts';
import { checkSlotOptions, gateCalls, type SlotOptions, toRefusal } from '../slots/gate-calls.ts';
import { gateFiles } from '../slots/gate-files.ts';
import { gateShell, shellWord } from '../slots/gate-shell.ts';
import { toOpenAIAgentsEditor } from './built-ins.ts';

type AgentsSandbox = typeof import('@openai/agents/sandbox');

const need = { by: 'toolgate/openai-agents', since: '0.20.0' };

const loadSandbox = (): Promise<AgentsSandbox> =>
  optionalPackage('@openai/agents', { ...need, load: () => import('@openai/agents/sandbox') });

/**
 * A gate as the sandbox of a `SandboxAgent`: its commands, reads and patches are calls of the gate's own tools, in the
 * gate's workspace. Each gate has one sandbox, which outlives the runs: nothing is made or removed with a session.
 */
export function toOpenAIAgentsSandbox(gate: Toolgate, options: SlotOptions = {}): SandboxClient {
  checkSlotOptions('toOpenAIAgentsSandbox', options);
  return {
    backendId: 'toolgate',
    // A run that goes on elsewhere has the same files through its own gate.
    serializedSessionStateRequiresFreshCreation: true,
    async create(...args: unknown[]) {
      const { Manifest: Manifested, normalizeSandboxClientCreateArgs } = await loadSandbox();
      const { manifest } = normalizeSandboxClientCreateArgs(
        ...(args as Parameters<typeof normalizeSandboxClientCreateArgs>),
      );
      const { version, entries, environment } = manifest;
      refuseUsers(manifest);
      const here = new Manifested({ version, entries, environment, root: gate.workspace.root });
      const session = sessionOf(gate, options, here);
      await session.applyManifest!(here);
      return session;
    },
  };
}

function sessionOf(gate: Toolgate, options: SlotOptions, manifest: Manifest): SandboxSession {
  const calls = gateCalls(gate, options);
  const files = gateFiles(calls);
  const shell = gateShell(gate, calls);
  const state: SandboxSessionState = { manifest, workspaceReady: true };

  async function exec({ cmd, workdir, runAs, maxOutputTokens }: ExecCommandArgs): Promise<SandboxExecResult> {
    refuseUser(runAs);
    const ran = await shell.run({ command: cmd, cwd: workdir, env: await environmentOf(state.manifest) });
    const { output, stdout, stderr, exitCode, duration } = ran;
    const most = maxOutputTokens === undefined ? Number.POSITIVE_INFINITY : maxOutputTokens * CHARACTERS;
    return { output: shorten(output, most), stdout, stderr, exitCode, wallTimeSeconds: duration / 1000 };
  }

  async function makeEntry(path: string, entry: Entry): Promise<void> {
    if (entry.type === 'file') return files.write(path, entry.content);
    if (entry.type !== 'dir') throw notMade(path, entry.type);
    const inside = Object.entries(entry.children ?? {});
    for (const [name, child] of inside) await makeEntry(posix.join(path, name), child);
    if (inside.length === 0 && !(await files.stat(path)))
      await shell.run({ command: `mkdir -p -- ${shellWord(path)}` });
  }

  return {
    state,
    running: async () => true,
    supportsPty: () => false,
    exec,
    execCommand: async args => {
      try {
        const { output, exitCode, wallTimeSeconds } = await exec(args);
        return `Wall time: ${wallTimeSeconds.toFixed(1)} seconds\nProcess exited with code ${exitCode}\nOutput:\n${output}`;
      } catch (refused) {
        // An error that is thrown here is hidden from the model, which is to know the reason.
        if (refused instanceof ToolError) return refused.message;
        throw refused;
      }
    },
    async readFile({ path, runAs, maxBytes }) {
      refuseUser(runAs);
      const bytes = await files.readBytes(path);
      if (!bytes) throw new ToolError('FILE_NOT_FOUND', `There is no file at ${path}`);
      return maxBytes === undefined ? bytes : bytes.subarray(0, maxBytes);
    },
    async listDir({ path, runAs }) {
      refuseUser(runAs);
      const entries = await files.list(path);
      if (!entries) throw new ToolError('FILE_NOT_FOUND', `There is no folder at ${path}`);
      return entries.map(({ name, type }) => ({
        name,
        path: posix.join(path, name),
        type: type === 'directory' ? ('dir' as const) : type === 'file' ? type : ('other' as const),
      }));
    },
    pathExists: async path => (await files.stat(path)) !== undefined,
    directoryExists: async path => (await files.stat(path))?.kind === 'directory',
    async viewImage({ path, runAs }) {
      refuseUser(runAs);
      const ended = await calls.outcome('read_file', { path });
      if (!ended.ok) throw toRefusal(ended);
      const [image] = ended.attachments;
      if (image?.data === undefined) throw new ToolError('NOT_A_FILE', `${path} is no image`);
      return { type: 'image', image: { data: image.data, mediaType: image.mediaType } };
    },
    createEditor(runAs) {
      refuseUser(runAs);
      return toOpenAIAgentsEditor(gate, options).editor;
    },
    materializeEntry: ({ path, entry }) => makeEntry(path, entry),
    async applyManifest(wanted) {
      for (const [path, entry] of Object.entries(wanted.entries)) await makeEntry(path, entry);
      state.manifest = wanted;
    },
  };
}

/** About as many characters as a token has. */
const CHARACTERS = 4;

const shorten = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)}\n[… ${text.length - most} characters left out …]`;

async function environmentOf({ environment }: Manifest): Promise<Record<string, string>> {
  const resolved = Object.entries(environment).map(async ([name, value]) => [name, await value.resolve()] as const);
  return Object.fromEntries(await Promise.all(resolved));
}

function refuseUsers({ users, groups, extraPathGrants }: Manifest): void {
  if (users.length + groups.length + extraPathGrants.length === 0) return;
  throw new ToolError('INVALID_ARGUMENTS', 'A gate has no users, groups and paths beyond its workspace of its own', {
    suggestion: "Leave them out of the manifest; what may be reached is the gate's policy.",
  });
}

function refuseUser(runAs: string | undefined): void {
  if (runAs === undefined) return;
  throw new ToolError('INVALID_ARGUMENTS', 'Nothing runs as another user here', { suggestion: 'Leave runAs out.' });
}

const notMade = (path: string, type: string): ToolError =>
  new ToolError('INVALID_ARGUMENTS', `${path} of the manifest is a ${type}, which is not made here`, {
    suggestion: 'Give files and folders, and bring the rest into the workspace before.',
  });
