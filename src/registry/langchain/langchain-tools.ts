import { checkOptions } from '../../tool/check-options.ts';
import type { InitContext } from '../../tool/define.ts';
import type { MaybePromise } from '../../tool/maybe-promise.ts';
import type { Outcome } from '../../tool/outcome.ts';
import type { CataloguedTool } from '../types.ts';
import {
  type LangChainConfig,
  type LangChainForm,
  type LangChainParts,
  type LangChainTool,
  loadLangChain,
} from './langchain-tool.ts';

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
