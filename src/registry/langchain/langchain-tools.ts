import type { JsonSchema } from '../../schema/schema.ts';
import { checkOptions } from '../../tool/check-options.ts';
import type { InitContext } from '../../tool/define.ts';
import { optionalPackage } from '../../tool/loading/optional-package.ts';
import type { MaybePromise } from '../../tool/maybe-promise.ts';
import type { Outcome } from '../../tool/outcome.ts';
import type { CataloguedTool } from '../types.ts';

export interface LangChainOptions {
  /** The context for tools that are initialised when first needed. */
  readonly initCtx?: Partial<InitContext>;
  /** Makes the context that a call is run with: its session, agent, abort signal, and so on. */
  readonly createContext?: (toolID: string, callID: string | undefined) => MaybePromise<Record<string, unknown>>;
  readonly onToolResult?: (outcome: Outcome) => void;
  /** Another form for a tool, and another way to run it; such tools are made anew each time. */
  readonly present?: (tool: CataloguedTool) => Pick<LangChainForm, 'schema' | 'run'>;
  /** The way to load `@langchain/core`; for those who build on it anyway, so that it is in their bundle. */
  readonly load?: () => Promise<LangChainParts>;
}

const LANGCHAIN_OPTIONS: Readonly<Record<keyof LangChainOptions, true>> = {
  initCtx: true,
  createContext: true,
  onToolResult: true,
  present: true,
  load: true,
};

/** The parts of a registry that are needed. */
interface Source {
  ready(init?: Partial<InitContext>): Promise<unknown>;
  catalogue(vocabulary?: undefined, place?: Partial<InitContext>): readonly CataloguedTool[];
  execute(id: string, args: unknown, ctx?: Record<string, unknown>): Promise<Outcome>;
}

type Hooks = Pick<LangChainOptions, 'createContext' | 'onToolResult'>;

/** The tools of a registry as LangChain takes them: each is made once and kept. */
export class LangChainTools {
  readonly #source: Source;
  readonly #kept = new Map<string, { readonly of: CataloguedTool; readonly tool: LangChainTool }>();
  /** The last outcome of each tool, by the tool's name. */
  readonly lastResults = new Map<string, Outcome>();
  #hooks: Hooks = {};

  constructor(source: Source) {
    this.#source = source;
  }

  /** Lists the tools. The options given last hold for all tools, also for those made before. */
  async list(options: LangChainOptions = {}): Promise<readonly LangChainTool[]> {
    const { initCtx, present, load, ...hooks } = checkOptions('registry.tools', options, LANGCHAIN_OPTIONS);
    const make = await loadLangChain(load);
    await this.#source.ready(initCtx);
    const tools = this.#source.catalogue(undefined, initCtx);
    if (present) return tools.map(tool => make(this.#form(tool, present(tool))));
    this.#hooks = hooks;
    return tools.map(tool => this.#keep(tool, () => make(this.#form(tool, this.#plainly(tool)))));
  }

  #keep(tool: CataloguedTool, make: () => LangChainTool): LangChainTool {
    const kept = this.#kept.get(tool.name);
    if (kept?.of.parameters === tool.parameters && kept.of.description === tool.description) return kept.tool;
    const made = make();
    this.#kept.set(tool.name, { of: tool, tool: made });
    return made;
  }

  #plainly({ name, parameters }: CataloguedTool): Pick<LangChainForm, 'schema' | 'run'> {
    return {
      schema: parameters,
      run: async (args, { signal, toolCall }: LangChainConfig) => {
        const context = await this.#hooks.createContext?.(name, toolCall?.id);
        return this.#source.execute(name, args, { ...(signal ? { abort: signal } : {}), ...context });
      },
    };
  }

  #form({ name, description, hints, pack }: CataloguedTool, form: Pick<LangChainForm, 'schema' | 'run'>) {
    return {
      name,
      description,
      schema: form.schema,
      metadata: { ...hints, pack },
      run: async (args: unknown, config: LangChainConfig) => this.#note(await form.run(args, config)),
    };
  }

  #note(outcome: Outcome): Outcome {
    this.lastResults.set(outcome.tool, outcome);
    try {
      this.#hooks.onToolResult?.(outcome);
    } catch {
      // A listener's failure is its own.
    }
    return outcome;
  }
}

/** The parts of LangChain's config for a running tool that are used here. */
interface LangChainConfig {
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
interface LangChainForm {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly metadata: Readonly<Record<string, unknown>>;
  run(args: unknown, config: LangChainConfig): Promise<Outcome>;
}

/** The parts of `@langchain/core` that tools are made with; not by its types, for few have the package. */
type LangChainParts = { readonly StructuredTool: unknown; readonly ToolMessage: unknown };

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
async function loadLangChain(load = loadParts): Promise<(form: LangChainForm) => LangChainTool> {
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
