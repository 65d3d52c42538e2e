import { relativeTo } from '../../src/policy/describe.ts';
import type { Effect, Effects } from '../../src/tool/effect.ts';
import { Plain } from './plain.tsx';

const DOES: Readonly<Record<Effect['kind'], string>> = {
  read: 'reads',
  write: 'writes',
  delete: 'deletes',
  execute: 'runs',
  network: 'connects to',
  send: 'sends to',
  state: 'changes',
};
/** What does most comes first. */
const WEIGHT: readonly Effect['kind'][] = ['network', 'delete', 'write', 'execute', 'state', 'read'];
const MOST = 40;

export function EffectList({ effects, root }: { readonly effects: Effects; readonly root: string }) {
  if (effects === 'everything')
    return <p className="effects">It may do anything: what it touches cannot be said beforehand.</p>;
  if (effects.length === 0) return <p className="effects">It touches nothing that is known.</p>;
  const sorted = effects.toSorted((a, b) => WEIGHT.indexOf(a.kind) - WEIGHT.indexOf(b.kind));
  return (
    <ul className="effects">
      {sorted.slice(0, MOST).map(effect => (
        <li key={`${effect.kind} ${effect.resource}`}>
          <span className={`kind ${effect.kind}`}>{DOES[effect.kind]}</span>{' '}
          {effect.kind === 'network' && effect.resource === '*' ? (
            'any host'
          ) : (
            <code>
              <Plain text={isPath(effect) ? relativeTo(effect.resource, root) : effect.resource} />
            </code>
          )}
          {isPath(effect) && effect.tree && ' and all below it'}
        </li>
      ))}
      {effects.length > MOST && <li>and {effects.length - MOST} more</li>}
    </ul>
  );
}

const isPath = ({ kind }: Effect): boolean => kind === 'read' || kind === 'write' || kind === 'delete';
