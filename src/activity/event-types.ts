/** Every type of event. */
export const ActivityEventType = {
  TOOL_CALL_START: 'tool_call_start',
  TOOL_CALL_UPDATE: 'tool_call_update',
  TOOL_OUTPUT_CHUNK: 'tool_output_chunk',
  TOOL_CALL_END: 'tool_call_end',
  ERROR: 'error',
  TOOL_REGISTERED: 'tool_registered',
  TOOL_UNREGISTERED: 'tool_unregistered',
  APPROVAL_REQUESTED: 'approval_requested',
  APPROVAL_RESOLVED: 'approval_resolved',
  FILE_CHANGED: 'file_changed',
  FILE_REVERTED: 'file_reverted',
  CLAIM_TAKEN: 'claim_taken',
  CLAIM_RELEASED: 'claim_released',
  TASK_CHANGED: 'task_changed',
  AGENT_STARTED: 'agent_started',
  AGENT_SAID: 'agent_said',
  AGENT_ENDED: 'agent_ended',
  PLAN_CHANGED: 'plan_changed',
  DEAD_LETTER: 'dead_letter',
} as const;

export type ActivityEventType = (typeof ActivityEventType)[keyof typeof ActivityEventType];
