import { guarded, heldBy } from '../../policy/guards/guarded.ts';
import { looksPrivate, mayReadSecret } from '../../policy/guards/unread.ts';
import { visible } from '../../policy/guards/visible.ts';
import type { RuntimePolicy } from '../../policy/types.ts';
import type { Effect } from '../../tool/effect.ts';
import type { CallFiles, VisibilityTest } from '../../workspace/port.ts';
import { labelOf } from '../call.ts';
import type { FilesOwner, Runtime } from '../runtime.ts';
import { secretTo, watchPrivate } from '../taint/taint.ts';
import { seesAll } from './survey.ts';

/** Opens the files as a call sees them: without what the policy hides from it. */
export function openFiles(runtime: Runtime, call: FilesOwner): CallFiles {
  const { workspace, planned } = runtime;
  const { root } = workspace;
  const policy = runtime.policy();
  const tools = [call.name, ...call.alsoAs];
  const sees = visibleTo(call, policy, root);
  return workspace.open(
    {
      callID: call.callID,
      label: call.request && labelOf(call.request),
      sessionID: call.sessionID,
      agent: call.agent,
      turn: call.scope.turn,
    },
    {
      visible: watchPrivate(call, sees ?? seesAll, secretTo(runtime)),
      hides: sees !== undefined,
      guarded: guarded(policy, root, tools),
      secrets: {
        isPrivate: looksPrivate(policy, root),
        isAllowed: onceGranted(call, granted =>
          mayReadSecret(policy, { tool: call.name, root, effects: granted ? call.effects : [] }),
        ),
        onFound: () => {
          call.scope.session.privateRead = true;
        },
      },
      // The grants are known when the call runs, so they are looked up then.
      holds: which =>
        heldBy(policy, root, {
          tools,
          runsLater: absolute => workspace.namedByGit()(absolute),
          leadsToLater: workspace.leadsToNamed,
          otherNames: workspace.otherNames,
          asked: which === 'all',
          granted: call.granted ? call.effects : [],
        }),
      planned,
      maxImage: policy.limits.image,
      report: call.progress?.report,
    },
  );
}

const isFolderRead = ({ kind, tree }: Effect): boolean => kind === 'read' && tree === true;

/** A test for visible paths; undefined where no rule hides any. Asks hide until the call is allowed, denies always. */
function visibleTo(call: FilesOwner, policy: RuntimePolicy, root: string): VisibilityTest | undefined {
  // A program needs the secrets of a project to run it; a call that only reads through its folders does not.
  const secrets = call.effects !== 'everything' && call.effects.length > 0 && call.effects.every(isFolderRead);
  const by = { tool: call.name, alsoAs: call.alsoAs, secrets };
  const before = visible(policy, root, by);
  if (!before) return undefined;
  return onceGranted(call, granted =>
    granted ? (visible(policy, root, { ...by, approved: call.effects }) ?? seesAll) : before,
  );
}

/** A test of paths that is made once, and once more when the call is allowed. */
function onceGranted(call: FilesOwner, make: (granted: boolean) => VisibilityTest): VisibilityTest {
  let before: VisibilityTest | undefined;
  let after: VisibilityTest | undefined;
  return absolute => {
    if (call.granted) {
      after ??= make(true);
      return after(absolute);
    }
    before ??= make(false);
    return before(absolute);
  };
}
