export type { TaskMode } from './call-tool.ts';
export { type ClientOfCall, clientOfCall } from './client-of-call.ts';
export { createMcpServing, type McpServing, type McpServingOptions } from './create-mcp-serving.ts';
export { tokenCheck } from './guards.ts';
export { createHttpApp, type HttpApp, type HttpAppOptions, type Listening, listen } from './http-app.ts';
export { trustToAsk } from './may-ask.ts';
export { createMcpEndpoint, type McpEndpoint } from './mcp-endpoint.ts';
export { type PipeOptions, serveOnPipe } from './serve-on-pipe.ts';
