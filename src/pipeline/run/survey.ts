import type { RegisteredTool } from '../../registry/registered.ts';
import type { History } from '../../tool/history.ts';
import type { CallFiles, VisibilityTest } from '../../workspace/port.ts';
import type { CallOrigin } from '../call.ts';
import type { FilesOwner, Runtime } from '../runtime.ts';
import { CallView } from './call-view.ts';

type SurveyedTrail = { readonly at: CallOrigin & Pick<FilesOwner, 'progress'> };

/**
 * A view for `effects`, `danger` and `approval`, which say what a call would touch before anyone has judged it: it
 * hides nothing, so that the rules get to see all of it.
 */
export class Survey extends CallView {
  /** Whether someone wanted to know what earlier calls have changed. */
  looksBack = false;
  readonly #trail: SurveyedTrail;

  constructor(trail: SurveyedTrail, tool: RegisteredTool) {
    super(trail, tool);
    this.#trail = trail;
  }

  protected override open(): CallFiles {
    const { at } = this.#trail;
    return openSurvey(at.runtime, at);
  }

  override get history(): History {
    this.looksBack = true;
    return super.history;
  }
}

export const seesAll: VisibilityTest = () => true;

type SurveyOwner = Pick<FilesOwner, 'callID' | 'sessionID' | 'agent' | 'scope' | 'progress'>;

/** Opens a view that hides nothing, to work out what a call would touch; nothing is changed through this view. */
export function openSurvey({ workspace, planned }: Runtime, call: SurveyOwner): CallFiles {
  const { callID, sessionID, agent, scope, progress } = call;
  return workspace.open(
    { callID, sessionID, agent, turn: scope.turn },
    { visible: seesAll, hides: false, planned, maxImage: 0, report: progress?.report },
  );
}
