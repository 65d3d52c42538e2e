import type { JsonSchema } from '../../schema/schema.ts';
import { optionalPackage } from '../../tool/loading/optional-package.ts';
import type { Outcome } from '../../tool/outcome.ts';

/** The parts of LangChain's config for a running tool that are used here. */
export interface LangChainConfig {
  readonly signal?: AbortSignal;
  readonly toolCall?: { readonly id?: string; readonly name?: string };
  readonly configurable?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Streams anything to the watchers of a graph; only inside a graph. */
  readonly writer?: ((chunk: unknown) => void) | null;
  /** Stops the graph until someone answers; only inside a graph. */
  readonly interrupt?: ((question: unknown) => unknown) | null;
}

/** A LangChain tool, as far as it can be told without that package. */
export interface LangChainTool {
  readonly name: string;
  readonly description: string;
  readonly schema: unknown;
  invoke(input: never, config?: never): Promise<unknown>;
}

/** The form in which LangChain sees a tool, and the way to run it. */
export interface LangChainForm {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly metadata: Readonly<Record<string, unknown>>;
  run(args: unknown, config: LangChainConfig): Promise<Outcome>;
}

/** The parts of `@langchain/core` that tools are made with; not by its types, for few have the package. */
export type LangChainParts = { readonly StructuredTool: unknown; readonly ToolMessage: unknown };

type OwnParts = Pick<typeof import('@langchain/core/tools'), 'StructuredTool'> &
  Pick<typeof import('@langchain/core/messages'), 'ToolMessage'>;

async function loadParts(): Promise<LangChainParts> {
  const need = { by: 'A LangChain tool', since: '1.2.0' };
  const load = <Part>(part: string) => optionalPackage<Part>('@langchain/core', { ...need, part });
  const [{ StructuredTool }, { ToolMessage }] = await Promise.all([
    load<typeof import('@langchain/core/tools')>('tools'),
    load<typeof import('@langchain/core/messages')>('messages'),
  ]);
  return { StructuredTool, ToolMessage };
}

/** The way to make LangChain tools. */
export async function loadLangChain(load = loadParts): Promise<(form: LangChainForm) => LangChainTool> {
  const { StructuredTool, ToolMessage } = (await load()) as OwnParts;

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

    /** LangChain would refuse arguments that the gate can mend, in words that do not help: here it takes anything. */
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

  /** A tool's answer. A failure is a message with that status; LangChain's only other way to say so is to throw. */
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

/** Images that are shown; any other makes a provider refuse the whole conversation. */
const SHOWN = /^image\/(?:jpeg|png|gif|webp)$/;

/** Text, with images after it; all other attachments are in the artifact. */
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
