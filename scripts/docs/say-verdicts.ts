import type { Explanation } from '../../src/pipeline/explain.ts';
import type { Effect, Effects } from '../../src/tool/effect.ts';
import { code } from './markdown.ts';
import { PRESET_NAMES, type SampleWorld } from './sample-world.ts';
import type { DocumentedTool } from './tool-facts.ts';

/** What is decided about the example of a tool: what it touches, its danger, and the verdict of each preset. */
export async function sayVerdicts(world: SampleWorld, tool: DocumentedTool): Promise<string[]> {
  const said: string[] = [];
  let seen: Explanation | undefined;
  for (const preset of PRESET_NAMES) {
    const gate = [world.gates, world.workers]
      .map(gates => gates.get(preset)!)
      .find(each => each.registry.find(tool.name));
    const explained = await gate?.explain({ name: tool.name, args: tool.example });
    if (explained && !explained.error) seen = explained;
    said.push(`${code(preset)}: ${sayVerdict(explained)}`);
  }
  const verdicts = `With the preset ${said.join('; ')}.`;
  if (!seen || seen.error) return [verdicts];
  const touches = sayEffects(seen.effects, world.workspace.root);
  return [`The example below ${touches}. It is ${seen.danger}.`, verdicts];
}

function sayVerdict(explained: Explanation | undefined): string {
  if (!explained) return 'not there';
  if (explained.error) return `refused (${code(explained.error.code)})`;
  const [why] = explained.reasons;
  if (explained.verdict === 'allow') return 'runs';
  return `${explained.verdict === 'ask' ? 'asks' : 'denied'} (${why?.text ?? ''})`;
}

const VERBS: Readonly<Record<string, string>> = {
  read: 'reads',
  write: 'writes',
  delete: 'deletes',
  execute: 'runs',
  network: 'connects to',
  state: 'uses the state',
};

/** Of the session or the call: another one each time. */
const UUID = /:[0-9a-f]{8}-[0-9a-f-]{27}$/;

const MOST = 3;

function sayEffects(effects: Effects, root: string): string {
  if (effects === 'everything') return 'may touch everything';
  if (effects.length === 0) return 'touches nothing';
  const nameOf = ({ resource, tree, kind }: Effect): string => {
    if (resource === root) return 'the workspace';
    const name = code(resource.replace(`${root}/`, '').replace(UUID, ''));
    return tree && kind === 'read' ? `${name} and all below` : name;
  };
  const kinds = Map.groupBy(effects, ({ kind }) => kind);
  return [...kinds].map(([kind, some]) => `${VERBS[kind]} ${shortList([...new Set(some.map(nameOf))])}`).join('; ');
}

const shortList = (names: readonly string[]): string =>
  names.length > MOST + 1 ? `${names.slice(0, MOST).join(', ')} and ${names.length - MOST} more` : names.join(', ');
