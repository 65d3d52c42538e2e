export {
  connectMcpServers,
  type McpServerState,
  type McpServers,
  type McpServersOptions,
} from './connect-servers.ts';
export type { HttpServer, McpServerConfig, StdioServer } from './server-config.ts';
export type { SignIn } from './sign-in.ts';
