import type {
  McpServer,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionUpdate,
} from '@agentclientprotocol/sdk';
import { connectMcpServers } from '../../../../adapters/mcp/client/index.ts';
import { combineMcpServers } from '../../../../config/keys/mcp-servers.ts';
import { type Terminal, toPrintableLine } from '../../../terminal/terminal.ts';
import { editorServers } from '../given/editor-servers.ts';
import { CallUpdates } from '../shown/call-updates.ts';
import { type EditorPaths, editorPaths } from '../shown/editor-paths.ts';
import { permissionApprover } from '../shown/permission.ts';
import type { ModeName } from './modes.ts';
import { type AcpOptions, type OpenWorkplace, openWorkplace } from './open-workplace.ts';

export interface Editor {
  update(sessionId: string, update: SessionUpdate): void;
  ask(request: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse>;
}

export interface EditorGateOptions {
  readonly id: string;
  /** The editor's folder, as it names it. */
  readonly cwd: string;
  readonly folder: string;
  readonly servers: readonly McpServer[];
  readonly options: AcpOptions;
  readonly terminal: Terminal;
  readonly editor: Editor;
  /** Whether a person sits at the editor, who may be asked. */
  readonly asks: boolean;
}

export interface EditorGate extends OpenWorkplace {
  readonly paths: EditorPaths;
  readonly updates: CallUpdates;
}

export async function openEditorGate(given: EditorGateOptions, mode: ModeName, kept: boolean): Promise<EditorGate> {
  const { id, cwd, folder, servers, options, terminal, editor, asks } = given;
  const others = editorServers(servers);
  let opened: EditorGate | undefined;
  const approver = permissionApprover({
    sessionId: id,
    paths: () => opened?.paths ?? editorPaths(folder, folder),
    ask: (request, signal) => editor.ask(request, signal),
    told: async () => opened?.updates.settle(),
  });
  const place = await openWorkplace({
    ...options,
    workspace: folder,
    plan: mode === 'plan',
    terminal,
    approver: asks ? approver : undefined,
    runID: kept ? id : undefined,
  });
  const { gate, settings } = place.session;
  const { root } = gate.workspace;
  // A session that works in another folder than the editor's has only the real path of that folder.
  const paths = editorPaths(root, folder === root && options.workspace === undefined ? cwd : root);
  const updates = new CallUpdates({ gate, paths, sessionID: id, send: update => editor.update(id, update) });
  const note = (server: string, problem: string) => terminal.note(`mcp: ${toPrintableLine(`${server}: ${problem}`)}`);
  const entries = Object.entries(others.servers);
  const isConfigured = ([name]: (typeof entries)[number]) => Object.hasOwn(settings.mcpServers, name);
  for (const [name] of entries.filter(isConfigured)) note(name, 'the config has a server of this name, which is used');
  const named = Object.fromEntries(entries.filter(entry => !isConfigured(entry)));
  // The editor's servers are held as a trusted project's are: the user's own config says what they may see.
  const held = combineMcpServers(settings.ownMcpServers, named, true);
  const own = Object.fromEntries(Object.entries(held).filter(([name]) => Object.hasOwn(named, name)));
  const connected = connectMcpServers(gate, own as typeof others.servers, { env: others.env, onProblem: note });
  opened = {
    ...place,
    paths,
    updates,
    async close() {
      updates.close();
      await place.close();
      await connected.close();
    },
  };
  return opened;
}
