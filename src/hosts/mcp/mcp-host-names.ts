/** The hosts that can have our tools in the place of their own, as they are called on the command line. */
export const MCP_HOST_NAMES = ['claude', 'codex', 'gemini', 'copilot', 'opencode', 'qwen'] as const;

export type McpHostName = (typeof MCP_HOST_NAMES)[number];
