import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly arrayValue?: { readonly values: readonly OtlpValue[] };
}

type OtlpAttributes = readonly { readonly key: string; readonly value: OtlpValue }[];

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: OtlpAttributes;
  readonly status: { readonly code?: number };
}

interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: OtlpAttributes };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** One span as a collector got it. */
export interface ReceivedSpan extends Omit<OtlpSpan, 'attributes'> {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, unknown>>;
}

/** A collector that takes traces by OTLP over HTTP; `answer` instead of taking them. */
export async function openCollector(answer?: (response: ServerResponse) => void) {
  const requests: { path: string | undefined; headers: IncomingMessage['headers']; body: Buffer }[] = [];
  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    requests.push({ path: incoming.url, headers: incoming.headers, body: Buffer.concat(parts) });
    if (answer) answer(response);
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
    spans: (): ReceivedSpan[] => requests.flatMap(({ body }) => spansOf(JSON.parse(body.toString()) as OtlpRequest)),
  };
}

const spansOf = ({ resourceSpans }: OtlpRequest): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(span => ({
        ...span,
        attributes: attributesOf(span.attributes),
        resource: attributesOf(resource.attributes),
      })),
    ),
  );

const attributesOf = (attributes: OtlpAttributes) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, plainOf(value)]));

function plainOf({ stringValue, intValue, arrayValue }: OtlpValue): unknown {
  if (arrayValue) return arrayValue.values.map(plainOf);
  return stringValue ?? Number(intValue);
}
