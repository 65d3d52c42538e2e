import type { SessionInfo } from '@agentclientprotocol/sdk';
import { NO_JOB } from '../../../../workers/run-spec.ts';
import { firstLine } from '../../../output/run-story.ts';
import { withOpenGate } from '../../../session.ts';
import type { Terminal } from '../../../terminal/terminal.ts';
import type { AcpOptions } from './open-workplace.ts';

const MOST = 100;
const MOST_TITLE = 80;

export function listSessions(
  folder: string,
  options: AcpOptions & { readonly terminal: Terminal },
): Promise<SessionInfo[]> {
  return withOpenGate(
    { ...options, workspace: folder, input: false, plan: false, yes: false },
    async ({ gate }) => {
      const rows = (await gate.store.runs.list({ limit: 500 })).filter(({ jobID }) => jobID === NO_JOB);
      return rows
        .toSorted((a, b) => b.changedAt - a.changedAt)
        .slice(0, MOST)
        .map(({ id, spec, changedAt }) => ({
          sessionId: id,
          cwd: folder,
          title: firstLine(String(spec.prompt ?? '')).slice(0, MOST_TITLE),
          updatedAt: new Date(changedAt).toISOString(),
        }));
    },
    {},
  );
}
