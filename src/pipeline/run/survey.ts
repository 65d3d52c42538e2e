import type { History } from '../../tool/history.ts';
import type { FilesOwner } from '../runtime.ts';
import { CallView, type ToolCallOrigin } from './call-view.ts';
import { openSurvey } from './open-survey.ts';

/**
 * A view for `effects`, `danger` and `approval`, which say what a call would touch before anyone has judged it: it
 * hides nothing, so that the rules get to see all of it.
 */
export class Survey extends CallView {
  /** Whether someone wanted to know what earlier calls have changed. */
  looksBack = false;

  constructor(call: ToolCallOrigin, names: Pick<FilesOwner, 'name' | 'alsoAs' | 'progress'>) {
    super(call, () => openSurvey(call.runtime, { ...call, ...names, effects: [] }));
  }

  override get history(): History {
    this.looksBack = true;
    return super.history;
  }
}
