import { looksAtArguments } from '../../policy/compile-policy.ts';
import { protects } from '../../policy/guards/guarded.ts';
import type { Facts } from '../../policy/types.ts';
import { RISK_PROFILES } from '../../registry/manifest.ts';
import { isUndeclared, neededBy } from '../../tool/declared.ts';
import { changesPaths } from '../../tool/effect.ts';
import type { Assessed } from '../call-states.ts';
import { findLaterRuns } from '../effects/find-later-runs.ts';
import { isPlannable, isWalled } from '../effects/repeatable.ts';
import { findUnsure, namedTargets } from '../origin/unsure-values.ts';
import { namesMarked } from '../taint/taint.ts';

/** The facts that the call does not say by itself. */
export type SaidFacts = Pick<Facts, 'approval' | 'failed' | 'mayReadPrivate'>;

type AllFacts = { readonly [Fact in keyof Required<Facts>]: Facts[Fact] };

/**
 * The facts of a call, for the policy. A fact that does not hold is left undefined: one shape for all calls, and JSON
 * leaves it out. A class, for a store in memory keeps the facts: see the row of a call.
 */
export class CallFacts implements AllFacts {
  declare readonly tool: string;
  declare readonly alsoAs: Facts['alsoAs'];
  declare readonly pack: string | undefined;
  declare readonly fingerprint: string | undefined;
  declare readonly trust: Facts['trust'];
  declare readonly required: Facts['required'];
  declare readonly undeclared: Facts['undeclared'];
  declare readonly ceiling: Facts['ceiling'];
  declare readonly effects: Facts['effects'];
  declare readonly args: unknown;
  declare readonly danger: Facts['danger'];
  declare readonly why: string | undefined;
  declare readonly unseen: true | undefined;
  declare readonly approval: Facts['approval'];
  declare readonly failed: string | undefined;
  declare readonly session: Facts['session'];
  declare readonly root: string;
  declare readonly contained: true | undefined;
  declare readonly runsLater: Facts['runsLater'];
  declare readonly takesBack: true | undefined;
  declare readonly proxied: true | undefined;
  declare readonly mayReadPrivate: true | undefined;
  declare readonly readsMarked: true | undefined;
  declare readonly targets: Facts['targets'];
  declare readonly unsure: Facts['unsure'];
  declare readonly unplannable: true | undefined;

  constructor(call: Assessed, said: SaidFacts) {
    const { ready, tool, scope, runtime, alsoAs, trail, effects } = call;
    const walled = isWalled(call);
    const policy = runtime.policy();
    const { root } = runtime.workspace;
    this.tool = ready.id;
    this.alsoAs = alsoAs.length === 0 ? undefined : alsoAs;
    this.pack = tool.pack;
    this.fingerprint = tool.origin === 'foreign' ? ready.fingerprint : undefined;
    this.trust = tool.trust;
    this.required = neededBy(ready, call);
    this.undeclared = isUndeclared(ready) || undefined;
    this.ceiling = tool.riskProfile && RISK_PROFILES[tool.riskProfile];
    this.effects = effects;
    this.args = looksAtArguments(policy) ? call.args : undefined;
    this.danger = call.danger;
    this.why = call.why;
    this.unseen = call.unseen || undefined;
    this.approval = said.approval;
    this.failed = said.failed;
    this.session = scope.session.facts(trail.place?.numbers[0]);
    this.root = root;
    this.contained = ready.definition.staged || walled || undefined;
    this.runsLater = changesPaths(effects)
      ? findLaterRuns(effects, runtime.workspace, protects(policy, root))
      : undefined;
    this.takesBack = ready.definition.takesBack || undefined;
    this.proxied = walled || undefined;
    this.mayReadPrivate = said.mayReadPrivate || undefined;
    this.readsMarked = namesMarked(call) || undefined;
    this.targets = namedTargets(call);
    this.unsure = findUnsure(call);
    this.unplannable = (runtime.planned && !isPlannable(call)) || undefined;
  }
}
