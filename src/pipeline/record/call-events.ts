import type { ActivityEventData } from '../../activity/event-data.ts';
import type { Outcome } from '../../tool/outcome.ts';
import { maskSafely } from '../../tool/text/mask.ts';
import type { CallEnd, Incoming, Standing } from '../call-states.ts';
import { previewBy } from '../result/preview.ts';
import type { SettledCall } from './ledger.ts';
import { type RecordedStage, reportStages } from './stage-reports.ts';

// The data of the two events of each call. These are classes, for a store in memory keeps them: see the row of a call.

type Start = ActivityEventData['tool_call_start'];
type End = ActivityEventData['tool_call_end'];

export class CallStarted implements Start {
  declare readonly toolName: string;
  declare readonly arguments: unknown;
  declare readonly quiet: true | undefined;
  declare readonly parentCallID: string | undefined;

  constructor({ trail, scope }: Incoming, tool: { readonly id: string; readonly isQuiet: boolean } | undefined) {
    const { name, args, ready } = trail.at;
    this.toolName = tool?.id ?? name;
    this.arguments = trail.shown(args, ready?.parameters.json);
    this.quiet = tool?.isQuiet || undefined;
    this.parentCallID = scope.parent;
  }
}

export class CallEnded implements End {
  declare readonly toolName: string;
  declare readonly success: boolean;
  declare readonly elapsed: number;
  declare readonly waited: number | undefined;
  declare readonly exitCode: number | undefined;
  declare readonly stages: readonly RecordedStage[];
  declare readonly result: End['result'];
  declare readonly error: End['error'];
  declare readonly forPeople: string | undefined;

  constructor(call: Standing, { outcome, at, title, exitCode, error, forPeople }: ToldEnd) {
    this.toolName = call.name;
    this.success = outcome.ok;
    this.elapsed = at - call.startedAt;
    this.waited = call.trail.waited;
    this.exitCode = exitCode;
    this.stages = reportStages(call, outcome);
    this.result = outcome.ok ? new ShownResult(call, outcome, title) : undefined;
    this.error = error;
    this.forPeople = forPeople;
  }
}

type ToldEnd = Pick<SettledCall, 'outcome' | 'at' | 'title' | 'exitCode'> &
  Pick<CallEnd, 'forPeople'> &
  Pick<End, 'error'>;

class ShownResult {
  declare readonly title: string;
  declare readonly output: string;
  declare readonly metadata: unknown;
  declare readonly preview: readonly string[];

  constructor(call: Standing, outcome: Outcome, title: string) {
    const output = maskSafely(outcome.output, 4000) as string;
    this.title = title;
    this.output = output;
    this.metadata = maskSafely(outcome.metadata);
    // A line of the preview that is the whole output is masked already.
    this.preview = previewBy(call.ready?.definition, outcome).map(line =>
      line === outcome.output ? output : (maskSafely(line) as string),
    );
  }
}
