import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type OpenCli, openCli, type Started } from '../support/cli/open-cli.ts';
import { openCollector } from '../support/network/open-collector.ts';
import {
  calling,
  hanging,
  openStub,
  type StubAnswer,
  type StubRequest,
  saying,
} from '../support/network/openai-stub.ts';
import { eventually } from '../support/sandbox/open-sleep.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const READ = ['exec', 'read_file', '--args', '{"path":"a.txt"}'];

async function openRun(answers: readonly StubAnswer[]): Promise<OpenCli & { requests: StubRequest[] }> {
  const cli = openCli({ 'a.txt': 'a\n' });
  const { baseURL, requests } = await openStub(answers);
  const models = { stub: { provider: 'openai-compatible', model: 'tiny', baseURL, apiKeyEnv: 'HOME' } };
  mkdirSync(join(cli.folder, 'config', 'toolgate'), { recursive: true });
  writeFileSync(join(cli.folder, 'config', 'toolgate', 'config.json'), JSON.stringify({ model: 'stub', models }));
  return { ...cli, requests };
}

/** What a command comes to; the collector lives in this process. */
async function finish({ child, said, ended }: Started) {
  child.stdin?.end();
  return { code: await ended(), said: said() };
}

it('a run is one trace by the GenAI conventions, below the span that TRACEPARENT names', async () => {
  const cli = await openRun([calling({ name: 'read_file', args: { path: 'a.txt' } }), saying('read')]);
  const collector = await openCollector();
  const { code } = await finish(
    cli.start(['run', 'read it'], {
      ...collector.env,
      TRACEPARENT: `00-${TRACE}-${SPAN}-01`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=one',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-key=two%20words',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test,service.name=other',
      OTEL_SERVICE_NAME: 'mine',
    }),
  );
  expect(code).toBe(0);
  expect(collector.requests[0]).toMatchObject({ path: '/v1/traces', headers: { 'x-key': 'two words' } });
  const spans = collector.spans();
  const [agent, call, first, last] = ['invoke_agent coder', 'execute_tool read_file', 'chat tiny', 'chat tiny'].map(
    (name, index) => spans.filter(span => span.name === name).at(index === 3 ? 1 : 0),
  );
  expect(spans).toHaveLength(4);
  expect(agent).toMatchObject({ traceId: TRACE, parentSpanId: SPAN, kind: 1 });
  for (const below of [call, first, last]) expect(below).toMatchObject({ traceId: TRACE, parentSpanId: agent?.spanId });
  expect(agent?.resource).toMatchObject({ 'service.name': 'mine', 'deployment.environment': 'test' });
  expect(agent?.attributes).toMatchObject({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'coder',
    'gen_ai.agent.id': 'main',
    'gen_ai.usage.input_tokens': 200,
    'gen_ai.usage.output_tokens': 40,
  });
  expect(call?.attributes).toMatchObject({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'read_file',
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': cli.requests[1]?.messages.find(({ role }) => role === 'tool')?.tool_call_id,
    'gen_ai.agent.name': 'coder',
    'gen_ai.agent.id': 'main',
    'gen_ai.conversation.id': agent?.attributes['gen_ai.conversation.id'],
  });
  expect(first).toMatchObject({
    kind: 3,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': agent?.attributes['gen_ai.provider.name'],
      'gen_ai.request.model': 'tiny',
      'gen_ai.response.model': 'stub',
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.output_tokens': 20,
      'gen_ai.agent.name': 'coder',
    },
  });
  expect(last?.attributes['gen_ai.response.finish_reasons']).toEqual(['stop']);
});

it('spans of a run that is interrupted are sent before it ends', async () => {
  const cli = await openRun([hanging('so')]);
  const collector = await openCollector();
  const started = cli.start(['run', 'wait'], { ...collector.env, OTEL_BSP_SCHEDULE_DELAY: '600000' });
  await eventually(() => cli.requests[0]);
  started.child.kill('SIGINT');
  await started.ended();
  expect(collector.spans().find(({ name }) => name === 'invoke_agent coder')).toMatchObject({
    status: { code: 2 },
    attributes: { 'error.type': 'ABORTED' },
  });
});

it('a call that fails is told with its code, and secrets in names are masked', async () => {
  const cli = openCli({});
  const collector = await openCollector();
  const secret = `ghp_${'a1'.repeat(20)}`;
  const { code } = await finish(cli.start(['exec', secret, '--args', '{}'], collector.env));
  expect(code).not.toBe(0);
  const [span] = collector.spans();
  expect(span).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'UNKNOWN_TOOL' } });
  expect(JSON.stringify(collector.spans())).not.toContain(secret);
});

it('spans go out as protobuf unless the variables say otherwise', async () => {
  const cli = openCli({ 'a.txt': 'a\n' });
  const { url, requests } = await openCollector();
  await finish(cli.start(READ, { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/mine`, OTEL_SERVICE_NAME: 'named' }));
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({ path: '/mine', headers: { 'content-type': 'application/x-protobuf' } });
  for (const text of ['execute_tool read_file', 'gen_ai.tool.name', 'named'])
    expect(requests[0]?.body.includes(text)).toBe(true);
});

it('nothing is sent when the variables switch traces off, and what is not supported is told', async () => {
  const cli = openCli({ 'a.txt': 'a\n' });
  const { env, requests } = await openCollector();
  const offs = [
    [{ OTEL_SDK_DISABLED: 'true' }, ''],
    [{ OTEL_TRACES_EXPORTER: 'none' }, ''],
    [{ OTEL_TRACES_SAMPLER: 'always_off' }, ''],
    [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'only "otlp" and "none" are known'],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'http/protobuf or http/json'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, 'no http:// or https:// URL'],
  ] as const;
  for (const [more, told] of offs) {
    const { code, said } = await finish(cli.start(READ, { ...env, ...more }));
    expect(code).toBe(0);
    if (told) expect(said).toContain(told);
    else expect(said).not.toContain('traces:');
  }
  expect(requests).toEqual([]);
});

it('a collector that is not there, refuses or never answers harms no call, and is told once', async () => {
  const cli = openCli({ 'a.txt': 'a\n' });
  const refusing = await openCollector(response => response.writeHead(401).end('no'));
  const silent = await openCollector(() => {});
  const gone = { ...refusing.env, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1/secret-path' };
  for (const [env, why] of [
    [gone, 'ECONNREFUSED'],
    [refusing.env, 'it answered with 401'],
    [{ ...silent.env, OTEL_EXPORTER_OTLP_TIMEOUT: '300' }, 'no answer in time'],
    [silent.env, 'no answer in time'],
  ] as const) {
    const { code, said } = await finish(cli.start(READ, env));
    expect(code).toBe(0);
    expect(said).toContain('a\n');
    expect(said.match(/traces: /g)).toHaveLength(1);
    expect(said).toContain(why);
    expect(said).not.toContain('secret-path');
  }
});

it('a call over MCP belongs to the trace of its request, and is sent while the server goes on', async () => {
  const cli = openCli({ 'a.txt': 'a\n' });
  const collector = await openCollector();
  const { child, ended } = cli.start(['mcp'], { ...collector.env, OTEL_BSP_SCHEDULE_DELAY: '50' });
  const say = (message: object) => child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  say({ id: 1, method: 'initialize', params });
  say({ method: 'notifications/initialized' });
  const _meta = { traceparent: `00-${TRACE}-${SPAN}-01` };
  say({ id: 2, method: 'tools/call', params: { name: 'read_file', arguments: { path: 'a.txt' }, _meta } });
  await eventually(() => collector.requests[0]);
  expect(child.exitCode).toBeNull();
  expect(collector.spans()[0]).toMatchObject({ name: 'execute_tool read_file', traceId: TRACE, parentSpanId: SPAN });
  child.stdin?.end();
  await ended();
});
