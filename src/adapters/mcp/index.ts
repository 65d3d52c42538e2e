export {
  connectMcpServers,
  type HttpServer,
  type McpServerConfig,
  type McpServerState,
  type McpServers,
  type McpServersOptions,
  type SignIn,
  type StdioServer,
} from './client/index.ts';
export {
  createHttpApp,
  createMcpEndpoint,
  createMcpServing,
  type HttpAppOptions,
  type Listening,
  listen,
  type McpEndpoint,
  type McpServing,
  type McpServingOptions,
  type PipeOptions,
  serveOnPipe,
  type TaskMode,
} from './server/index.ts';
