import { compilePolicy } from './compile-policy.ts';
import { toTarget, winnerOf } from './compile-rules.ts';
import { strictest } from './presets.ts';
import type { RuntimePolicy, Verdict } from './types.ts';

/** What the policy says of reaching a host, for a proxy or a redirection in the middle of a call of this tool. */
export function createHostJudge(policy: RuntimePolicy, tool: string): (host: string) => Verdict {
  const layers = compilePolicy(policy);
  return host => {
    let verdict: Verdict = 'allow';
    const target = toTarget({ kind: 'network', resource: host }, '/');
    for (const layer of layers) {
      if (!layer.grants.has('network')) return 'deny';
      let known = layer.allowsHost(target.host!);
      for (const list of layer.lists) {
        const winner = winnerOf(list.rulesFor(tool), target)?.rule;
        if (!winner) continue;
        verdict = strictest(verdict, winner.verdict);
        if (winner.verdict === 'allow' && (winner.effect === 'network' || winner.match !== undefined)) known = true;
      }
      if (!known) verdict = strictest(verdict, 'ask');
    }
    return verdict;
  };
}
