/** The parts of the console, in the order of their keys. */
export const TABS = [
  { id: 'live', title: 'Live' },
  { id: 'approvals', title: 'Approvals' },
  { id: 'changes', title: 'Changes' },
  { id: 'tasks', title: 'Tasks' },
  { id: 'agents', title: 'Runs' },
  { id: 'jobs', title: 'Jobs' },
  { id: 'failures', title: 'Failures' },
  { id: 'tools', title: 'Tools' },
  { id: 'policy', title: 'Policy' },
] as const;

export type TabId = (typeof TABS)[number]['id'];
