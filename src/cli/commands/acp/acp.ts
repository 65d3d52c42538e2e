import { setMaxListeners } from 'node:events';
import type { AgentConnection } from '@agentclientprotocol/sdk';
import { terminalFor } from '../../session.ts';
import { isCliInsideJob, refuseInsideJob } from '../../terminal/require-person.ts';
import { outputGone } from '../../terminal/streams.ts';
import { toPrintableLine } from '../../terminal/terminal.ts';
import { withTraces } from '../../traces/with-traces.ts';
import { createAgentApp, OpenSessions } from './agent-app.ts';
import { messageStream } from './message-stream.ts';
import type { Editor } from './session/open-editor-gate.ts';
import type { AcpOptions } from './session/open-workplace.ts';

export async function acp(version: string, options: AcpOptions): Promise<void> {
  const terminal = terminalFor(options);
  if (options.yes) await refuseInsideJob('Answering with --yes');
  // Whoever started this command is believed to ask a person, unless it runs inside a job of an agent.
  const asks = !(await isCliInsideJob());
  if (process.stdin.isTTY)
    terminal.note('This speaks ACP on standard input and output; an editor starts it as a command. See docs/acp.md');
  const { write, restore } = takeStandardOutput();
  // Each session listens for signals.
  setMaxListeners(0, process);
  try {
    await withTraces(terminal, async () => {
      const sessions = new OpenSessions();
      let connection: AgentConnection | undefined;
      const editor: Editor = {
        update: (sessionId, update) =>
          void connection?.client.notify('session/update', { sessionId, update }).catch(() => {}),
        async ask(request, signal) {
          if (!connection) throw new Error('nobody is there');
          return connection.client.request('session/request_permission', request, {
            cancellationSignal: signal,
            stopWaitingOnCancel: true,
          });
        },
      };
      const app = createAgentApp({ options, version, terminal, editor, asks, sessions });
      const note = (problem: string) => terminal.note(`acp: ${toPrintableLine(problem)}`);
      connection = app.connect(messageStream({ input: process.stdin, write, onProblem: note }));
      await ended(connection);
      process.stdin.destroy();
      await sessions.closeAll();
    });
  } finally {
    restore();
  }
}

async function ended(connection: AgentConnection): Promise<void> {
  const end = () => connection.close();
  outputGone.addEventListener('abort', end, { once: true });
  process.once('SIGINT', end).once('SIGTERM', end);
  await connection.closed;
  process.off('SIGINT', end).off('SIGTERM', end);
}

/** Standard output is the protocol's alone: what anything else in this process writes there goes to standard error. */
function takeStandardOutput() {
  const { stdout, stderr } = process;
  const { write } = stdout;
  const own = write.bind(stdout);
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  return {
    write: (text: string, done: (error?: Error | null) => void) => void own(text, done),
    restore: () => {
      stdout.write = write;
    },
  };
}
