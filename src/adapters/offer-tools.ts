import type { CallRequest, CataloguedTool, Toolgate, Vocabulary } from '../index.ts';
import { type Loss, type LoweredSchema, lowerTogether, type Profile } from '../schema/lowering/lower-schema.ts';

/** A tool as a provider is told of it. */
export interface OfferedTool extends CataloguedTool {
  readonly lowered: LoweredSchema;
}

/** A part of a tool's schema that the provider will not hold; the gate still checks it. */
export interface ToolLoss extends Loss {
  readonly tool: string;
}

type OfferOptions = { readonly profile: Profile; readonly vocabulary?: Vocabulary };

/** The tools of a gate, lowered for one provider. */
export function offerTools({ registry }: Pick<Toolgate, 'registry'>, { profile, vocabulary }: OfferOptions) {
  let kept: ReadonlyMap<string, KeptLowering> = new Map();

  /** Lists the tools. Descriptions may change at any time; schemas are lowered anew only when a tool comes or goes. */
  async function list(): Promise<readonly OfferedTool[]> {
    await registry.ready();
    const tools = registry.catalogue(vocabulary);
    const same = tools.length === kept.size && tools.every(({ name }) => keptNow(name));
    if (!same) kept = lowerAll(tools);
    return tools.map(tool => ({ ...tool, lowered: kept.get(tool.name)!.lowered }));
  }

  /** Lowers all schemas together, for some providers bound what the tools of a request may have. */
  function lowerAll(tools: readonly CataloguedTool[]): ReadonlyMap<string, KeptLowering> {
    const schemas = tools.map(({ parameters }) => parameters);
    const lowered = lowerTogether(schemas, profile);
    const keep = ({ name }: CataloguedTool, index: number) =>
      [name, { lowered: lowered[index]!, of: registry.find(name)?.tool }] as const;
    return new Map(tools.map(keep));
  }

  /** The schema that was lowered before; undefined when the tool of that name is another one by now, or is new. */
  function keptNow(name: string): LoweredSchema | undefined {
    const known = kept.get(name);
    return known?.of && known.of === registry.find(name)?.tool ? known.lowered : undefined;
  }

  return {
    list,
    async losses(): Promise<readonly ToolLoss[]> {
      const tools = await list();
      return tools.flatMap(({ name, lowered }) => lowered.losses.map(loss => ({ ...loss, tool: name })));
    },
    /** Calls as the gate takes them: arguments in the shape that the provider was sent become the tool's own. */
    async lift(calls: readonly CallRequest[]): Promise<readonly CallRequest[]> {
      if (!calls.every(({ name }) => keptNow(name))) await list();
      return calls.map(call => {
        const lowered = keptNow(call.name);
        return lowered ? { ...call, args: liftArguments(lowered, call.args) } : call;
      });
    },
  };
}

interface KeptLowering {
  readonly lowered: LoweredSchema;
  /** The registration that the schema was lowered for. */
  readonly of: NonNullable<ReturnType<Toolgate['registry']['find']>>['tool'] | undefined;
}

/**
 * The arguments, lifted. Arguments that came as text stay text where nothing is to be lifted: the gate reads it with
 * more care, numbers to the last digit, mends some mistakes and explains the others.
 */
function liftArguments({ lift }: LoweredSchema, args: unknown): unknown {
  if (typeof args !== 'string') return lift(args);
  try {
    const read: unknown = JSON.parse(args);
    const before = JSON.stringify(read);
    const lifted = lift(read);
    return JSON.stringify(lifted) === before ? args : lifted;
  } catch {
    // The text is no JSON, or nested so deeply that it cannot be walked.
    return args;
  }
}
