import type { Tasks } from '../../tasks/create-tasks.ts';
import type { TaskActor } from '../../tasks/decisions/draft.ts';
import type { CallContext } from '../../tool/context.ts';

/** The task graph of the workspace. */
export type TasklistServices = Readonly<{ tasks: Tasks }>;

/** The caller, as the task graph records it. */
export const taskActorOf = ({ agent, sessionID, callID, role, step }: CallContext): Partial<TaskActor> => ({
  agent,
  sessionID,
  callID,
  role,
  // Work that outlives its process keeps its tasks when the process dies, and goes on with them in another.
  ...(step === undefined ? {} : { processID: sessionID }),
});
