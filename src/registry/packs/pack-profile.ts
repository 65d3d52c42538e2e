import type { RuntimePolicy } from '../../policy/types.ts';
import type { Info } from '../../tool/define.ts';
import { ToolError } from '../../tool/error.ts';
import { assertToolPackAllowed, RISK_PROFILES, type ToolPackManifest } from '../manifest.ts';
import type { RegisterOptions } from '../registered.ts';

interface PackPlace extends Pick<RegisterOptions, 'origin' | 'permissions' | 'cards'> {
  readonly policy: RuntimePolicy | undefined;
}

/** Throws when a pack's code is not what its manifest says, or needs more than its profile or the policy has. */
export function assertPack(manifest: ToolPackManifest, tools: readonly Info[], place: PackPlace): void {
  assertSameTools(manifest, tools);
  for (const info of tools) assertWithinProfile(manifest, info, place);
  // Of a built-in pack those tools are there that the policy grants.
  if (place.policy && place.origin !== 'built-in') assertToolPackAllowed(manifest, place.policy);
}

/** Said here for what a tool declares; what a call then needs is held to the profile where it is judged. */
function assertWithinProfile(manifest: ToolPackManifest, info: Info, { permissions, cards }: PackPlace): void {
  const { definition, id } = info;
  const declared = typeof definition === 'function' ? undefined : definition.permissions?.required;
  const required = permissions?.required ?? cards?.get(id)?.required ?? declared ?? [];
  const missing = required.filter(capability => !RISK_PROFILES[manifest.riskProfile].includes(capability));
  if (missing.length === 0) return;
  throw new ToolError(
    'PERMISSION_DENIED',
    `${id} needs ${missing.join(' and ')}, and its pack ${manifest.name} is ${manifest.riskProfile}`,
    { suggestion: 'Give the manifest a riskProfile that has it, or put the tool into another pack.' },
  );
}

/** Throws when the code of a pack does not define just the tools that its manifest lists. */
function assertSameTools(manifest: ToolPackManifest, tools: readonly Info[]): void {
  const defined = new Set(tools.map(tool => tool.id));
  const missing = manifest.tools.filter(name => !defined.has(name));
  const extra = [...defined].filter(name => !manifest.tools.includes(name));
  if (missing.length === 0 && extra.length === 0) return;
  throw new ToolError(
    'INVALID_ARGUMENTS',
    `The manifest of ${manifest.name} and its code differ: not defined ${missing.join(', ') || 'none'}, not listed ${extra.join(', ') || 'none'}`,
  );
}
