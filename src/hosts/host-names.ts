/** The hosts that are known, as they are called on the command line. */
export const HOST_NAMES = ['claude', 'codex', 'gemini', 'copilot', 'opencode', 'pi', 'qwen', 'cursor'] as const;

export type HostName = (typeof HOST_NAMES)[number];
