import type { JsonSchema } from '../schema/schema.ts';
import { impliedDanger, neededBy } from '../tool/declared.ts';
import type { Alias, InitContext } from '../tool/define.ts';
import type { Capability, Danger } from '../tool/effect.ts';
import type { ReadyTool } from '../tool/ready.ts';

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

/** Hints for clients on what to show or skip; a promise of the tool's author, not a verdict. */
export interface ToolHints {
  readonly readOnly: boolean;
  /** Whether a call may delete or overwrite, or run a program that does. */
  readonly destructive: boolean;
  readonly idempotent: boolean;
  /** Whether a call reaches beyond the workspace. */
  readonly openWorld: boolean;
}

/** The capabilities a tool needs, as far as known without arguments; none for a tool that stands for others. */
function requiredOf(ready: ReadyTool): readonly Capability[] {
  if (ready.definition.delegates) return [];
  const { effects, danger } = ready.definition;
  if (effects) return ready.permissions?.required ?? [];
  // A danger that depends on the arguments may be the least.
  return neededBy(ready, {
    effects: 'everything',
    danger: typeof danger === 'function' ? 'safe' : (danger ?? 'dangerous'),
  });
}

/** Hints that hold for every call of a tool; where one cannot be said, the worse. */
function hintsOf(ready: ReadyTool): ToolHints {
  const { definition } = ready;
  const needs = new Set<Capability>([...requiredOf(ready), ...(ready.permissions?.optional ?? [])]);
  const unknown = definition.delegates !== undefined || (needs.size === 0 && ready.permissions === undefined);
  const safe = definition.danger === 'safe';
  const leaves = needs.has('execute') || needs.has('network');
  const readOnly =
    definition.readOnly ?? (!unknown && !needs.has('write') && !needs.has('execute') && (safe || !leaves));
  return {
    readOnly,
    destructive: !readOnly && !safe && !(isTakenBack(ready) && !leaves),
    idempotent: readOnly || definition.idempotent === true,
    openWorld: definition.readOnly === undefined ? unknown || leaves : needs.has('network') || (leaves && !readOnly),
  };
}

/** Whether all changes of any call can be taken back, and no call is so grave that the tool itself would ask. */
const isTakenBack = ({ definition: { staged, danger, approval } }: ReadyTool): boolean =>
  staged === true && danger === 'moderate' && !approval;
