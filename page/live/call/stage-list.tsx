import type { CallSummary, StageReport } from '../../../src/console/api.ts';
import { sayTime } from '../../../src/text/say.ts';
import { Plain } from '../../parts/plain.tsx';
import { stagesSoFar, stageWords } from './stage-words.ts';

interface StageListProps {
  readonly stages: readonly StageReport[];
  readonly call: CallSummary;
  readonly waiting: boolean;
}

/** The way of the call, stage by stage, with what each decided and why. */
export function StageList({ stages, call, waiting }: StageListProps) {
  const told = stages.length > 0 ? stages : stagesSoFar(call, waiting);
  if (told.length === 0) return null;
  return (
    <>
      <h3>Stages</h3>
      <ol className="stages">
        {told.map((report, index) => (
          <li key={`${index} ${report.stage}`} className={report.says.length === 0 ? 'quiet' : undefined}>
            <span className="stage">{report.stage}</span>
            <span className="stage-time">{report.milliseconds !== undefined && sayTime(report.milliseconds)}</span>
            <ul className="stage-says">
              {stageWords(report, call).map(line => (
                <li key={line}>
                  <Plain text={line} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </>
  );
}
