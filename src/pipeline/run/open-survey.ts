import type { CallFiles, VisibilityTest } from '../../workspace/port.ts';
import type { FilesOwner, Runtime } from '../runtime.ts';

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
