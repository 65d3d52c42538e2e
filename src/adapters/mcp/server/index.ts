export { trustToAsk } from './caller.ts';
export { type ClientOfCall, clientOfCall } from './client-of-call.ts';
export { createMcpServing, type McpServing, type McpServingOptions } from './create-mcp-serving.ts';
export { createHttpApp, type HttpApp, type HttpAppOptions, type Listening, listen } from './http/app.ts';
export { createMcpEndpoint, type McpEndpoint } from './http/endpoint.ts';
export { tokenCheck } from './http/guards.ts';
export { type PipeOptions, serveOnPipe } from './pipe/serve-on-pipe.ts';
export type { TaskMode } from './tools/call-tool.ts';
