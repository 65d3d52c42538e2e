import type { RegisteredTool } from '../../registry/registered.ts';
import type { History } from '../../tool/history.ts';
import type { CallFiles } from '../../workspace/port.ts';
import type { CallOrigin } from '../call.ts';
import type { FilesOwner } from '../runtime.ts';
import { CallView } from './call-view.ts';
import { openSurvey } from './open-survey.ts';

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
