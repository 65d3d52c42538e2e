export {
  connectMcpServers,
  type McpServerState,
  type McpServers,
  type McpServersOptions,
} from './connect-servers.ts';
export { type HttpServer, isHttp, type McpServerConfig, type StdioServer } from './server-config.ts';
export { type KeptSignIn as Kept, type KeptSignIns, keptSignIns } from './sign-in/kept-sign-ins.ts';
export type { SignIn } from './sign-in/sign-in.ts';
export { type SignInRequest, signInToServer } from './sign-in/sign-in-to-server.ts';
