/** How spans go out, by the usual `OTEL_*` variables. */
export interface TraceSettings {
  readonly protocol: 'http/protobuf' | 'http/json';
  readonly sampler: (typeof SAMPLERS)[number];
  /** The part of traces that `traceidratio` keeps, from 0 to 1. */
  readonly ratio: number;
  /** Milliseconds and counts of the batches, where they are given. */
  readonly batch: {
    readonly scheduledDelayMillis?: number;
    readonly exportTimeoutMillis?: number;
    readonly maxQueueSize?: number;
    readonly maxExportBatchSize?: number;
  };
}

interface ReadTraceSettings {
  /** The settings; undefined: no spans are sent, and nothing is loaded. */
  readonly settings: TraceSettings | undefined;
  readonly notes: readonly string[];
}

type Env = Readonly<Record<string, string | undefined>>;

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const BATCH = {
  scheduledDelayMillis: 'OTEL_BSP_SCHEDULE_DELAY',
  exportTimeoutMillis: 'OTEL_BSP_EXPORT_TIMEOUT',
  maxQueueSize: 'OTEL_BSP_MAX_QUEUE_SIZE',
  maxExportBatchSize: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
} as const;

/** Reads whether and how spans are sent. An empty variable counts as none, as the specification wants it. */
export function readTraceSettings(env: Env): ReadTraceSettings {
  const get = (name: string): string | undefined => env[name]?.trim() || undefined;
  const off = (...notes: string[]): ReadTraceSettings => ({ settings: undefined, notes });
  if (get('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return off();
  const endpoint = get('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? get('OTEL_EXPORTER_OTLP_ENDPOINT');
  const exporter = get('OTEL_TRACES_EXPORTER') ?? (endpoint === undefined ? 'none' : 'otlp');
  if (exporter === 'none') return off();
  if (exporter !== 'otlp')
    return off(
      `OTEL_TRACES_EXPORTER is ${JSON.stringify(exporter)}; only "otlp" and "none" are known, so none are sent`,
    );
  // The exporter would silently take its own default instead.
  if (endpoint !== undefined && !/^https?:\/\/[^/]/i.test(URL.parse(endpoint)?.href ?? ''))
    return off('the OTLP endpoint is no http:// or https:// URL, so none are sent');
  const protocol = get('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? get('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf';
  if (protocol !== 'http/protobuf' && protocol !== 'http/json')
    return off(
      `the OTLP protocol ${JSON.stringify(protocol)} is not supported, so none are sent. Set OTEL_EXPORTER_OTLP_PROTOCOL to http/protobuf or http/json; collectors take them on port 4318`,
    );
  const notes: string[] = [];
  const number = (name: string, isGood: (value: number) => boolean): number | undefined => {
    const text = get(name);
    const value = Number(text);
    if (text === undefined || (Number.isFinite(value) && isGood(value))) return text === undefined ? text : value;
    notes.push(`${name} is not a number that fits, and is left out`);
    return undefined;
  };
  const named = get('OTEL_TRACES_SAMPLER')?.toLowerCase();
  const sampler = SAMPLERS.find(name => name === named) ?? 'parentbased_always_on';
  if (named !== undefined && named !== sampler)
    notes.push(`OTEL_TRACES_SAMPLER is none of ${SAMPLERS.join(', ')}; ${sampler} holds`);
  const ratio = sampler.endsWith('traceidratio')
    ? (number('OTEL_TRACES_SAMPLER_ARG', value => value >= 0 && value <= 1) ?? 1)
    : 1;
  const batch: Record<string, number> = {};
  for (const [key, name] of Object.entries(BATCH)) {
    const value = number(name, given => Number.isInteger(given) && given > 0 && given < 2 ** 31);
    if (value !== undefined) batch[key] = value;
  }
  return { settings: { protocol, sampler, ratio, batch }, notes };
}
