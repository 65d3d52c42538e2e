import { once } from 'node:events';
import { needsPostgres } from '../../workers/connect-workers.ts';
import { agentsFor } from '../agents/agents-for.ts';
import { UsageError } from '../failure.ts';
import type { CommonOptions } from '../options.ts';
import { withGate } from '../session.ts';
import { toPrintableLine } from '../terminal/terminal.ts';

/** The answer to what a worker asks may take its time. */
const APPROVAL_TIMEOUT = 7 * 24 * 3600_000;

export function worker({ slots, ...options }: CommonOptions & { readonly slots?: number }): Promise<void> {
  return withGate(
    { ...options, input: false },
    async ({ gate, agents, settings, terminal, mcpServers, abort }) => {
      if (gate.store.sharedAs === undefined) throw new UsageError(needsPostgres());
      // The servers come up meanwhile; what needs one waits for it.
      void mcpServers?.ready();
      const note = (line: string) => terminal.note(toPrintableLine(line));
      const workers = await agents!.workers();
      await workers.start({ onRun: note, slots });
      const { root } = settings.workspace;
      if (options.json) terminal.json({ worker: gate.processID, workspace: root });
      note(`Working on ${root}. Ctrl-C ends it; what it works on goes on elsewhere.`);
      if (!abort.aborted) await once(abort, 'abort');
    },
    async settings => ({
      agent: 'worker',
      waitForAnswers: true,
      approvalTimeout: settings.approvalTimeout ? settings.approvalTimeout * 1000 : APPROVAL_TIMEOUT,
      agents: await agentsFor(settings),
    }),
  );
}
