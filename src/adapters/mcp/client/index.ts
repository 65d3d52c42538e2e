export {
  connectMcpServers,
  type McpServerState,
  type McpServers,
  type McpServersOptions,
} from './connect-servers.ts';
export { type KeptSignIn as Kept, type KeptSignIns, keptSignIns } from './kept-sign-ins.ts';
export { type HttpServer, isHttp, type McpServerConfig, type StdioServer } from './server-config.ts';
export type { SignIn } from './sign-in.ts';
export { type SignInRequest, signInToServer } from './sign-in-to-server.ts';
