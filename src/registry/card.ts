import type { JsonSchema } from '../schema/schema.ts';
import { impliedDanger } from '../tool/declared.ts';
import type { Alias, InitContext } from '../tool/define.ts';
import type { Capability, Danger } from '../tool/effect.ts';
import type { ReadyTool } from '../tool/ready.ts';
import { hintsOf, requiredOf, type ToolHints } from './hints.ts';

export type ToolDescription = { readonly name: string; readonly description: string; readonly parameters: JsonSchema };

/** The facts told of a tool. A built-in tool's card is data, so that its code is loaded by its first call alone. */
export interface ToolCard extends ToolDescription {
  readonly returns?: JsonSchema;
  readonly aliases?: readonly Alias[];
  readonly hints: ToolHints;
  /** The capabilities that every call needs. */
  readonly required: readonly Capability[];
  /** The danger, as far as it can be said without arguments. */
  readonly danger: Danger;
  /** The description for a reader at this place. */
  readonly describe?: (place: InitContext) => string;
  /** Announcements of this moment, beside the description. */
  readonly announces?: () => string;
}

export function cardOf(ready: ReadyTool): ToolCard {
  const { aliases, announces } = ready.definition;
  return {
    name: ready.id,
    description: ready.description,
    describe: ready.describe,
    parameters: ready.parameters.json,
    returns: ready.returns?.json,
    aliases,
    hints: hintsOf(ready),
    required: requiredOf(ready),
    danger: dangerOf(ready),
    announces,
  };
}

function dangerOf(ready: ReadyTool): Danger {
  const { danger, effects, delegates } = ready.definition;
  if (typeof danger === 'string') return danger;
  return effects || danger || delegates ? 'safe' : impliedDanger(ready, 'everything');
}

/** The description with announcements. A tool that fails to announce is described without them. */
export function fullDescription({ description, describe, announces }: ToolCard, place?: InitContext): string {
  const text = (place && describe?.(place)) ?? description;
  try {
    const more = announces?.();
    return more ? `${text}\n${more}` : text;
  } catch {
    return text;
  }
}
