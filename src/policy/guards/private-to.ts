import type { Effects } from '../../tool/effect.ts';
import type { CompiledLayer } from '../compile-policy.ts';
import { isExactCommand } from '../patterns/command-pattern.ts';
import { viewPath } from '../patterns/path-glob.ts';
import { toPathTarget, toTarget, winnerOf } from '../rules/compile-rules.ts';

export type PrivateCall = { readonly tool: string; readonly root: string; readonly effects: Effects };

/**
 * Tells paths private to a call: they look like secrets, and no rule of the layer has a word on the path (the rule
 * would count instead), nor allows the whole command that names it. To allow a tool or a family of commands is not to
 * mean secrets.
 */
export function privateTo(layer: CompiledLayer, { tool, root, effects }: PrivateCall): (absolute: string) => boolean {
  const lists = layer.lists.map(list => list.rulesFor(tool));
  const commands = effects === 'everything' ? [] : effects.filter(({ kind }) => kind === 'execute');
  const isNamed =
    commands.length > 0 &&
    commands.every(command =>
      lists.some(rules => {
        const winner = winnerOf(rules, toTarget(command, root))?.rule;
        return winner?.verdict === 'allow' && winner.match !== undefined && isExactCommand(winner.match);
      }),
    );
  if (isNamed) return () => false;
  return absolute => {
    if (layer.private.find(viewPath(absolute, root)) === undefined) return false;
    const target = toPathTarget('read', absolute, root);
    return !lists.some(rules => winnerOf(rules, target)?.rule.match !== undefined);
  };
}
