import { ToolError } from '../tool/error.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { JsonSchema } from '../tool/schema/schema.ts';

/** What LangChain hands to a tool that it runs, as far as it is used here. */
export interface LangChainConfig {
  readonly signal?: AbortSignal;
  readonly toolCall?: { readonly id?: string; readonly name?: string };
  readonly toolCallId?: string;
  readonly configurable?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Inside a graph: streams anything to whoever watches. */
  readonly writer?: ((chunk: unknown) => void) | null;
  /** Inside a graph: stops it until someone answers. */
  readonly interrupt?: ((question: unknown) => unknown) | null;
}

/** A LangChain tool, as far as it can be told without that package. */
export interface LangChainTool {
  readonly name: string;
  readonly description: string;
  readonly schema: unknown;
  invoke(input: never, config?: never): Promise<unknown>;
}

/** How a tool is shown to LangChain, and run for it. */
export interface LangChainForm {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly metadata: Readonly<Record<string, unknown>>;
  run(args: unknown, config: LangChainConfig): Promise<Outcome>;
}

/** The way to make LangChain tools. The package is loaded here and nowhere else. */
export async function loadLangChain(): Promise<(form: LangChainForm) => LangChainTool> {
  const [{ StructuredTool }, { ToolMessage }] = await Promise.all([
    import('@langchain/core/tools'),
    import('@langchain/core/messages'),
  ]).catch(missing);

  class GateTool extends StructuredTool {
    static override lc_name(): string {
      return 'ToolgateTool';
    }
    readonly #form: LangChainForm;
    override name: string;
    override description: string;
    override schema: JsonSchema;

    constructor(form: LangChainForm) {
      super({ responseFormat: 'content_and_artifact', metadata: { ...form.metadata } });
      this.#form = form;
      this.name = form.name;
      this.description = form.description;
      this.schema = form.schema;
    }

    /** LangChain would refuse what the gate can mend, and in words that do not help: here it takes anything. */
    override async call(arg: never, config?: never, tags?: string[]): Promise<never> {
      const form = this.#form;
      const lenient = Object.create(this, {
        schema: { value: true },
        _call: { value: (args: unknown, _: unknown, own?: LangChainConfig) => answer(form, args, own ?? {}) },
      });
      return super.call.call(lenient, arg, config, tags) as Promise<never>;
    }

    protected override _call(args: unknown): Promise<[unknown, Outcome]> {
      return answer(this.#form, args, {});
    }
  }

  /** A failure is a message with that status; LangChain has no other way to say so than to throw. */
  async function answer(form: LangChainForm, args: unknown, config: LangChainConfig): Promise<[unknown, Outcome]> {
    const outcome = await form.run(args, config);
    const content = contentOf(outcome);
    const id = config.toolCall?.id;
    if (outcome.ok || id === undefined) return [content, outcome];
    const message = { status: 'error', content, artifact: outcome, tool_call_id: id, name: form.name } as const;
    return [new ToolMessage(message), outcome];
  }

  return form => new GateTool(form) as unknown as LangChainTool;
}

type Block = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } };

/** Other images make a provider refuse the whole conversation. */
const SHOWN = /^image\/(?:jpeg|png|gif|webp)$/;

/** Text, with images after it; everything else that is attached is in the artifact. */
function contentOf({ output, attachments }: Outcome): string | Block[] {
  const blocks: Block[] = [];
  const lines: string[] = [];
  for (const { name, mediaType, data, url } of attachments) {
    const address = url?.startsWith('https://') ? url : undefined;
    const source = data === undefined ? address : `data:${mediaType};base64,${data}`;
    if (SHOWN.test(mediaType) && source !== undefined) blocks.push({ type: 'image_url', image_url: { url: source } });
    else lines.push(`[Attached, but not shown here: ${name} (${mediaType})${url === undefined ? '' : `, ${url}`}]`);
  }
  const text = [output, ...lines].filter(Boolean).join('\n\n');
  if (blocks.length === 0) return text;
  return text === '' ? blocks : [{ type: 'text', text }, ...blocks];
}

function missing(cause: unknown): never {
  const { code } = cause as { readonly code?: unknown };
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw cause;
  throw new ToolError('EXECUTION_ERROR', 'LangChain tools need the package @langchain/core', {
    suggestion: 'Install it: npm install @langchain/core',
    cause,
  });
}
