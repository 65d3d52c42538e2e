import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { convertLegacyHttpOptions } from '@opentelemetry/otlp-exporter-base/node-http';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { TraceSettings } from './trace-settings.ts';

type ExportResult = Parameters<Parameters<SpanExporter['export']>[1]>[0];

const FORMATS = {
  'http/protobuf': { serializer: ProtobufTraceSerializer, type: 'application/x-protobuf' },
  'http/json': { serializer: JsonTraceSerializer, type: 'application/json' },
} as const;

/** The collector is busy or on its way up. */
const PASSING = new Set([429, 502, 503, 504]);
const ATTEMPTS = 3;
/** Milliseconds before the second attempt; doubles. */
const PAUSE = 1_000;

class SendError extends Error {
  readonly passing: boolean;

  constructor(message: string, passing: boolean) {
    super(message);
    this.passing = passing;
  }
}

/**
 * Sends spans by OTLP over HTTP to where the variables say. The exporter that comes with the SDK tries again for
 * seconds also when the process wants to end, and knows JSON alone.
 */
export class OtlpExporter implements SpanExporter {
  readonly #format: (typeof FORMATS)[TraceSettings['protocol']];
  readonly #config: ReturnType<typeof convertLegacyHttpOptions>;
  readonly #url: URL;
  readonly #onProblem: (problem: string) => void;
  readonly #pending = new Set<Promise<void>>();
  readonly #hurried = new AbortController();
  readonly #cut = new AbortController();
  #agent: Promise<object> | undefined;

  constructor(protocol: TraceSettings['protocol'], onProblem: (problem: string) => void) {
    this.#format = FORMATS[protocol];
    this.#config = convertLegacyHttpOptions({}, 'TRACES', 'v1/traces', { 'Content-Type': this.#format.type });
    this.#url = new URL(this.#config.url);
    this.#onProblem = onProblem;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    const sending = this.#send(spans).then(
      () => done({ code: 0 }),
      (error: Error) => {
        // The address alone: a path or a query may hold a key.
        this.#onProblem(`${this.#url.origin}: ${error.message}`);
        done({ code: 1, error });
      },
    );
    this.#pending.add(sending);
    void sending.finally(() => this.#pending.delete(sending));
  }

  async #send(spans: ReadableSpan[]): Promise<void> {
    const body = this.#format.serializer.serializeRequest(spans);
    if (!body) return;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#post(body);
      } catch (error) {
        const isLast = attempt >= ATTEMPTS || this.#hurried.signal.aborted;
        if (!(error instanceof SendError && error.passing) || isLast) throw error;
      }
      // The wait ends when the time is over or the process wants to end.
      const wait = { ref: false, signal: this.#hurried.signal };
      await sleep(PAUSE * 2 ** (attempt - 1), undefined, wait).catch(() => {});
    }
  }

  async #post(body: Uint8Array): Promise<void> {
    const secure = this.#url.protocol === 'https:';
    this.#agent ??= Promise.resolve(this.#config.agentFactory(this.#url.protocol));
    const zipped = this.#config.compression === 'gzip';
    const bytes = zipped ? process.getBuiltinModule('node:zlib').gzipSync(body) : body;
    const headers = {
      ...(await this.#config.headers()),
      'User-Agent': 'toolgate',
      ...(zipped ? { 'Content-Encoding': 'gzip' } : {}),
      'Content-Length': bytes.length,
    };
    const agent = (await this.#agent) as never;
    const signal = AbortSignal.any([this.#cut.signal, AbortSignal.timeout(this.#config.timeoutMillis)]);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const send = secure ? requestHttps : requestHttp;
    const request = send(this.#url, { method: 'POST', headers, agent, signal }, response => {
      const { statusCode = 0 } = response;
      response.resume().on('error', () => {});
      if (statusCode >= 200 && statusCode < 300) resolve();
      else reject(new SendError(`it answered with ${statusCode}`, PASSING.has(statusCode)));
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      reject(new SendError(signal.aborted ? 'no answer in time' : (error.code ?? error.message), true));
    });
    request.end(bytes);
    return promise;
  }

  hurry(): void {
    this.#hurried.abort();
  }

  async forceFlush(): Promise<void> {
    await Promise.all(this.#pending);
  }

  async shutdown(): Promise<void> {
    await this.forceFlush();
    await this.cut();
  }

  /** Ends what is still under way, and lets go of connections: they would keep the process. */
  async cut(): Promise<void> {
    this.#cut.abort();
    const agent = (await this.#agent) as { destroy?(): void } | undefined;
    agent?.destroy?.();
  }
}
