import { neededBy } from '../tool/declared.ts';
import type { Capability } from '../tool/effect.ts';
import type { ReadyTool } from '../tool/ready.ts';

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
export function requiredOf(ready: ReadyTool): readonly Capability[] {
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
export function hintsOf(ready: ReadyTool): ToolHints {
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
