import type { AgentType } from '../../../agents/types/agent-type.ts';
import type { CliAgents } from '../../agents/agents-for.ts';
import type { LocalRun } from '../../agents/local-run.ts';
import type { CommonOptions } from '../../options.ts';
import type { AgentUse } from '../../output/run-summary.ts';
import type { CliSession } from '../../session.ts';

export interface RunCommandOptions extends CommonOptions {
  readonly agent?: string;
  readonly model?: string;
  /** The id of the run to go on with; true: the last one. */
  readonly continue?: string | true;
}

export interface PlayedRun {
  readonly session: CliSession;
  readonly agents: CliAgents;
  readonly type: AgentType;
  readonly model: string;
  readonly run: LocalRun;
  /** What is said first; undefined where an earlier run goes on, or the person is asked. */
  readonly task: string | undefined;
  readonly options: RunCommandOptions;
  readonly sessions: Set<string>;
  /** What each agent has used, in the order of their end; the first agent is the last. */
  readonly uses: AgentUse[];
}
