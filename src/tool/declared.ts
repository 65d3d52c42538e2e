import { type Capability, capabilitiesOf, type Danger, dangerOf, type Effects } from './effect.ts';
import type { ReadyTool } from './ready.ts';

/** The capabilities of a tool whose author says how dangerous it is, and nothing else. */
const NEEDED: Readonly<Record<Danger, readonly Capability[]>> = {
  safe: ['read'],
  moderate: ['read', 'write'],
  dangerous: capabilitiesOf('everything'),
};

type Declaring = Pick<ReadyTool, 'definition' | 'permissions' | 'vouched'>;

/** Whether nothing tells what the tool touches, though its author is somebody here who can be told so. */
export const isUndeclared = ({ definition, permissions, vouched }: Declaring): boolean =>
  vouched &&
  !definition.effects &&
  !definition.targets &&
  !definition.delegates &&
  !definition.readOnly &&
  !permissions;

/** The capabilities that a call needs: the permissions, else its effects, else what its author's word on the danger means. */
export function neededBy(tool: Declaring, call: { readonly effects: Effects; readonly danger: Danger }) {
  if (tool.permissions) return tool.permissions.required;
  const { effects, danger, readOnly } = tool.definition;
  const says = danger !== undefined || readOnly === true;
  return effects || !says || !tool.vouched ? capabilitiesOf(call.effects) : NEEDED[call.danger];
}

/** The danger of a call of a tool that states none: by its effects, else by its permissions; or the tool only looks. */
export function impliedDanger({ definition, permissions, vouched }: Declaring, effects: Effects): Danger {
  if (definition.effects || !vouched) return dangerOf(effects);
  if (!permissions) return definition.readOnly ? 'safe' : dangerOf(effects);
  const needs = (capability: Capability) => permissions.required.includes(capability);
  if (needs('execute') || needs('network')) return 'dangerous';
  return needs('write') ? 'moderate' : 'safe';
}
