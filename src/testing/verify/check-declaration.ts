import { estimateTokenCount } from 'tokenx';
import type { Explanation } from '../../pipeline/explain.ts';
import { type Definition, define, type Info } from '../../tool/define.ts';
import { capabilitiesOf, type EffectKind } from '../../tool/effect.ts';
import type { ReadyTool } from '../../tool/ready.ts';
import type { ToolFindings } from './findings.ts';

const MOST_TOKENS = 40;

/** Checks the facts that are known before anything runs. */
export function checkDeclaration(info: Info, ready: ReadyTool, findings: ToolFindings): void {
  for (const name of [info.id, ...(ready.definition.aliases ?? []).map(alias => alias.name)]) {
    try {
      define(name, ready.definition as Definition);
    } catch (error) {
      findings.add('name', undefined, error instanceof Error ? error.message : String(error));
    }
  }
  const tokens = estimateTokenCount(ready.description);
  if (ready.description.trim() === '') findings.add('description', undefined, 'There is no description');
  if (tokens > MOST_TOKENS)
    findings.add('description', undefined, `The description has ${tokens} tokens; ${MOST_TOKENS} are the most`);
}

type ExplainedCall = Extract<Explanation, { readonly tool: string }>;

const HARMLESS: ReadonlySet<EffectKind> = new Set(['read', 'state']);

/** Checks that permissions and danger fit the effects of a call. */
export function checkAgreement(ready: ReadyTool, explained: ExplainedCall, findings: ToolFindings): void {
  const { args, effects, danger } = explained;
  if (effects === 'everything') return;
  if (ready.permissions) {
    const { required, optional = [] } = ready.permissions;
    const missing = capabilitiesOf(effects).filter(each => !required.includes(each) && !optional.includes(each));
    if (missing.length > 0) {
      const said = `its permissions do not name ${missing.join(' and ')}`;
      findings.add('permissions', args, `The effects need ${missing.join(' and ')}, and ${said}`);
    }
  }
  const harmful = effects.find(effect => !HARMLESS.has(effect.kind));
  if (danger === 'safe' && harmful)
    findings.add('danger', args, `It says that it is safe, and has the effect ${harmful.kind}`);
}
