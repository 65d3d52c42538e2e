import { ActivityEventType } from '../../src/activity/event-types.ts';
import { code, GENERATED, page, table } from './markdown.ts';

/** When an event comes, and what its `data` holds. A new type does not compile without its words. */
const WORDS: Readonly<Record<ActivityEventType, readonly [when: string, data: string]>> = {
  tool_call_start: [
    'a call has come in',
    '`toolName`, `arguments`; `quiet` where the tool wants no sign that it is at work',
  ],
  tool_call_update: [
    'a running tool says how it goes; once a second how far it is with many files',
    '`toolName`, and what the tool gives: `title`, `progress` of `total`, `elapsed`, …',
  ],
  tool_output_chunk: ['a running tool prints', '`toolName`, `chunk`'],
  tool_call_end: [
    'a call has come to its outcome; just one for each call, also after a crash',
    '`toolName`, `success`, `stages`; then `result` (`title`, `output`, `metadata`, `preview`: a few lines for people) or `error`',
  ],
  error: [
    'a call has failed, or a source of tools has; comes before the end of the call',
    '`toolName`, `error` (`code`, `type`, `message`, `suggestion`, `details`, `retryable`)',
  ],
  tool_registered: ['a tool has come', '`toolName`, `pack`, `replaced`'],
  tool_unregistered: ['a tool is gone', '`toolName`'],
  approval_requested: [
    'a person is asked',
    '`approvalID`, `toolName`, `reason`, `danger`, `effects`, `waiting` (whether a call waits for it)',
  ],
  approval_resolved: ['an ask is settled', '`approvalID`, `toolName`, `status`, `answer`, `modified`, `by`'],
  file_changed: ['a call has changed a file', '`changeSetID` and the change: `path`, `operation`, …'],
  file_reverted: [
    'an undo or redo has changed a file, or one that came to be while a command ran in the background was taken away',
    'the same; `path` and `takenFrom`, the command, of what was taken away',
  ],
  claim_taken: ['a call holds files for its change', '`paths`, `until`'],
  claim_released: ['it no longer does', '`paths`'],
  task_changed: [
    'a task was made or has changed',
    '`taskID`, `label`, `from`, `to`, `rev`, `by`, `set`: all that is different, so that tasks can be made again from it',
  ],
  agent_started: ['an agent begins', '`type`, `model`, `depth`, `prompt`'],
  agent_said: ['the model of an agent has answered', '`turn`, `text`, `tokens` (`input`, `output`)'],
  agent_ended: ['an agent has ended', '`type`, `ok`, `steps`, `calls`, `tokens`, `text`, `error`'],
  plan_changed: ['a call has added to the plan', '`changeSetID`'],
  dead_letter: ['a call has failed for good and is kept for a person', '`id`, `toolName`, `error`'],
};

const INTRO = `Everything that happens is an event: \`{ seq, type, at, sessionID, agent, callID?, data }\`. \`seq\` is the number
that the store gave it, without gaps for a reader that follows; \`at\` is in epoch milliseconds; \`agent\` is who did it.
Secrets of well-known names and shapes are masked. Events are stored, also for other processes on the same store, so a
late reader misses nothing.`;

const EXAMPLE = `\`\`\`ts run
import { temporaryWorkspace } from 'toolgate/testing';

const workspace = temporaryWorkspace({ 'a.txt': 'one\\n' });
const gate = await workspace.gate();
const stop = gate.activity.subscribe('*', ({ type, data }) => console.log(type, data.toolName ?? ''), { from: 0 });
await gate.execute({ name: 'read_file', args: { path: 'a.txt' } });
stop();
const ends = await gate.activity.since(0, { type: 'tool_call_end' });
console.log(ends.length, ends[0]?.data.success);
await workspace.remove();
\`\`\`
\`\`\`text output
tool_call_start read_file
tool_call_end read_file
1 true
\`\`\``;

export function eventsPage(): string {
  const rows = Object.values(ActivityEventType).map(type => [code(type), ...WORDS[type]]);
  return page(
    GENERATED,
    '# Events',
    INTRO,
    table(['type', 'when', 'data'], rows),
    '`subscribe(type, listener, { from })` replays what is stored after a number and then goes on live; `subscribe(type, ' +
      'listener)` begins now; `since(number)` gives stored ones. A listener that throws harms nobody.',
    'In TypeScript an event is a union: its `type`, or the type that was subscribed to, tells what `data` holds (`ActivityEvent`, ' +
      '`ActivityEventData`).',
    EXAMPLE,
    'Calls, agents and requests to models are also spans of OpenTelemetry, if your program has set up a tracer; the ' +
      'command line sends them where `OTEL_EXPORTER_OTLP_ENDPOINT` says: [operating](../operating.md).',
  );
}
