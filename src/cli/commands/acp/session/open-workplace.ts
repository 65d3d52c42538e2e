import { RequestError } from '@agentclientprotocol/sdk';
import type { Approver } from '../../../../approval/request.ts';
import { agentsFor, type CliAgents } from '../../../agents/agents-for.ts';
import { type AgentChoice, chooseAgent, namedAgent } from '../../../agents/choose-agent.ts';
import { findLocalRun, type LocalRun } from '../../../agents/local-run.ts';
import type { CommonOptions } from '../../../options.ts';
import { type CliSession, withOpenGate } from '../../../session.ts';
import { type Terminal, toPrintableLine } from '../../../terminal/terminal.ts';

export interface AcpOptions extends CommonOptions {
  readonly agent?: string;
  readonly model?: string;
}

interface PlaceOptions extends AcpOptions {
  readonly workspace: string;
  readonly terminal: Terminal;
  /** Asks the person at the editor; undefined: nobody there may be asked. */
  readonly approver: Approver | undefined;
  readonly runID: string | undefined;
}

/** A gate of a workspace with its agents, open until it is closed. */
export interface OpenWorkplace extends AgentChoice {
  readonly session: CliSession;
  readonly agents: CliAgents;
  readonly run: LocalRun | undefined;
  close(): Promise<void>;
}

/**
 * Opens a workspace as flags, variables and files say. Throws where there is no model, and says what to set, and where
 * the run is not there or another process is at work on it.
 */
export async function openWorkplace({ approver, runID, ...options }: PlaceOptions): Promise<OpenWorkplace> {
  const opened = Promise.withResolvers<Omit<OpenWorkplace, 'close'>>();
  const closing = Promise.withResolvers<void>();
  const note = (text: string) => options.terminal.note(`agents: ${toPrintableLine(text)}`);
  let agents: CliAgents | undefined;
  let choice: AgentChoice | undefined;
  const closed = withOpenGate(
    { ...options, input: false },
    async session => {
      const { gate, settings, mcpServers } = session;
      const known = agents ?? (await agentsFor(settings));
      if (runID !== undefined && !(await gate.store.runs.get(runID))) throw RequestError.sessionNotFound(runID);
      const run = runID === undefined ? undefined : await findLocalRun(gate, runID);
      const wanted = { ...run?.spec, ...namedAgent(options) };
      opened.resolve({
        session,
        agents: known,
        run,
        ...(choice ?? (await chooseAgent(known, settings, wanted, note))),
      });
      // The servers come up meanwhile; what needs one waits for it.
      void mcpServers?.ready();
      await closing.promise;
    },
    async settings => {
      agents = await agentsFor(settings);
      agents.notes.forEach(note);
      // A missing model or agent is told before anything is opened; a kept run says itself what it needs.
      if (runID === undefined) choice = await chooseAgent(agents, settings, namedAgent(options), note);
      return { agent: 'main', agents, ...(approver && options.yes !== true ? { approver } : {}) };
    },
  );
  closed.catch(opened.reject);
  return {
    ...(await opened.promise),
    async close() {
      closing.resolve();
      await closed;
    },
  };
}
