import type { RuntimePolicy } from '../../policy/types.ts';
import { checkOptions } from '../../tool/check-options.ts';
import type { Info } from '../../tool/define.ts';
import { ToolError } from '../../tool/error.ts';
import { type ForeignTool, infoOf } from '../../tool/from/from.ts';
import { assertToolPackAllowed, parseToolPackManifest, RISK_PROFILES, type ToolPackManifest } from '../manifest.ts';
import { type Origin, PACK_OPTIONS, type PackRegistration, type RegisterOptions } from '../registered.ts';

interface PackPlace extends Pick<RegisterOptions, 'origin' | 'permissions' | 'cards'> {
  readonly policy: RuntimePolicy | undefined;
}

/** A pack as it is asked for, checked against its own manifest and against the policy. */
export function readPack(
  pack: ToolPackManifest | string,
  given: readonly (Info | ForeignTool)[],
  { options, policy }: { readonly options: PackRegistration; readonly policy: RuntimePolicy | undefined },
) {
  const { keep = () => true, ...rest } = checkOptions('registry.registerPack', options, PACK_OPTIONS);
  const manifest = typeof pack === 'string' ? undefined : parseToolPackManifest(pack);
  const name = manifest?.name ?? (pack as string);
  const tools = given.map(tool => infoOf(tool));
  const { origin = 'own' } = rest;
  const own = { ...rest, origin, pack: name, riskProfile: manifest?.riskProfile ?? rest.riskProfile };
  if (manifest) assertPack(manifest, tools, { ...own, policy });
  return { name, manifest, tools, own, keep };
}

/** Throws when a pack's code is not what its manifest says, or needs more than its profile or the policy has. */
function assertPack(manifest: ToolPackManifest, tools: readonly Info[], place: PackPlace): void {
  assertSameTools(manifest, tools);
  for (const info of tools) assertWithinProfile(manifest, info, place);
  assertPackAllowed(manifest, place.origin, place.policy);
}

/** Throws for a pack that the policy does not allow. A built-in pack only keeps the tools that the policy grants. */
export function assertPackAllowed(manifest?: ToolPackManifest, origin?: Origin, policy?: RuntimePolicy): void {
  if (manifest && policy && origin !== 'built-in') assertToolPackAllowed(manifest, policy);
}

/** Throws where a tool declares more than its pack's profile has; each call is held to the profile when judged. */
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
  const [undefinedNames, unlisted] = [missing, extra].map(names => names.join(', ') || 'none');
  const differ = `The manifest of ${manifest.name} and its code differ`;
  throw new ToolError('INVALID_ARGUMENTS', `${differ}: not defined ${undefinedNames}, not listed ${unlisted}`);
}
