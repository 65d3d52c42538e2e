import { type CataloguedTool, ToolError, type Toolgate, type Vocabulary } from '../../../../index.ts';

/** The tools that clients are told of, and their prefix. */
interface ServedChoice {
  readonly vocabulary?: Vocabulary | undefined;
  /** Names of tools, packs and sets (`core`, `all`); left out: `all`. */
  readonly tools?: readonly string[] | undefined;
  /** The prefix of each name: some hosts drop a tool whose bare name is that of one of theirs. */
  readonly prefix?: string | undefined;
}

type CalledTool = { readonly name: string; readonly arguments?: Record<string, unknown> | undefined };

/** The form of a prefix. Hosts put their own words before a name, and most take 64 characters in all. */
const PREFIX = /^[A-Za-z][\w-]{0,19}$/;

/** The tools of a gate as clients are told of them; made anew when a tool has come or gone. */
export class ServedTools {
  readonly #gate: Toolgate;
  readonly #vocabulary: Vocabulary | undefined;
  readonly #prefix: string;
  readonly #choice: ReturnType<Toolgate['registry']['choose']>;
  readonly #listeners = new Set<() => void>();
  /** Ends the watch over the registry. */
  readonly close: () => void;
  #listed: ReadonlyMap<string, CataloguedTool> | undefined;
  #telling = false;
  #cwd = '.';

  constructor(gate: Toolgate, { vocabulary, tools = ['all'], prefix = '' }: ServedChoice = {}) {
    if (prefix !== '' && !PREFIX.test(prefix))
      throw new ToolError('INVALID_ARGUMENTS', `${JSON.stringify(prefix)} cannot stand before the names of tools`, {
        suggestion: 'Take up to 20 letters, digits, _ and -, a letter first, such as tg_.',
      });
    this.#gate = gate;
    this.#vocabulary = vocabulary;
    this.#prefix = prefix;
    this.#choice = gate.registry.choose(tools);
    this.close = gate.registry.subscribe(({ type }) => {
      if (type !== 'register' && type !== 'unregister' && type !== 'announce') return;
      this.#listed = undefined;
      this.#tell();
    });
  }

  async load(): Promise<ReadonlyMap<string, CataloguedTool>> {
    const { registry } = this.#gate;
    const { cwd } = this.#gate.session();
    // Descriptions may name the folder that the session is in.
    if (cwd !== this.#cwd) this.#listed = undefined;
    this.#cwd = cwd;
    while (!this.#listed) {
      await registry.ready();
      this.#listed = this.#list();
    }
    return this.#listed;
  }

  #list(): ReadonlyMap<string, CataloguedTool> {
    const { registry } = this.#gate;
    const all = registry.catalogue(this.#vocabulary);
    const isListed = ({ name }: CataloguedTool) => {
      const tool = registry.find(name)?.tool;
      return tool !== undefined && this.#choice.has(tool);
    };
    const others = this.#choice.open ? all.filter(tool => !isListed(tool)).map(({ name }) => name) : [];
    const shown = all.filter(isListed).map(tool => {
      const name = `${this.#prefix}${tool.name}`;
      const finds = tool.name === 'find_tools' && others.length > 0;
      return [name, { ...tool, name, description: `${tool.description}${finds ? sayOthers(others) : ''}` }] as const;
    });
    return new Map(shown);
  }

  /** A tool of the list as it was loaded last. */
  get(name: string): CataloguedTool | undefined {
    return this.#listed?.get(name);
  }

  /**
   * A request by the names that the gate knows. Undefined for a tool that this client does not have: the tool is not
   * listed, nor is this another name of a listed one, and call_tool is not there either.
   */
  toOwn<Called extends CalledTool>(called: Called): Called | undefined {
    const name = this.#bare(called.name);
    const tool = this.#gate.registry.find(name)?.tool;
    if (!(tool ? this.#choice.has(tool) : false) && !this.#choice.open) return undefined;
    const inner = called.arguments?.name;
    if (this.#prefix === '' || tool?.id !== 'call_tool' || typeof inner !== 'string') return { ...called, name };
    return { ...called, name, arguments: { ...called.arguments, name: this.#bare(inner) } };
  }

  #bare(name: string): string {
    return this.#prefix !== '' && name.startsWith(this.#prefix) ? name.slice(this.#prefix.length) : name;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells of a change once: a pack that comes is one change. */
  #tell(): void {
    if (this.#telling) return;
    this.#telling = true;
    queueMicrotask(() => {
      this.#telling = false;
      for (const listener of this.#listeners) listener();
    });
  }
}

/** The names of the other tools, which tell enough of most; of very many only some are named. */
function sayOthers(names: readonly string[]): string {
  const shown = names.slice(0, 60);
  const more = names.length - shown.length;
  return `\nThese are not listed; find their parameters here, then use call_tool: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
