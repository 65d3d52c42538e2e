import { stripVTControlCharacters } from 'node:util';
import type { PlanEntry, SessionUpdate } from '@agentclientprotocol/sdk';
import type { ActivityEvent } from '../../../../activity/activity-stream.ts';
import type { Toolgate } from '../../../../gate/toolgate.ts';
import { maskShownText } from '../../../../tool/text/mask-shown.ts';
import { callTitle } from '../../../output/call-title.ts';
import { briefly, printable } from '../../../terminal/terminal.ts';
import { codeBlock } from './code-block.ts';
import { diffContent } from './diff-content.ts';
import type { EditorPaths } from './editor-paths.ts';
import { locationsIn, toolKind } from './tool-kind.ts';

interface UpdatesOptions {
  readonly gate: Toolgate;
  readonly paths: EditorPaths;
  /** The session whose list of things to do is the editor's plan. */
  readonly sessionID: string;
  readonly send: (update: SessionUpdate) => void;
}

/** Milliseconds between two looks at what a command prints: each look sends all of the text anew. */
const PAUSE = 150;
/** Characters of a command's output that are shown, from its end. */
const MOST_PRINTED = 16_000;
const MOST_TITLE = 200;

export class CallUpdates {
  readonly #options: UpdatesOptions;
  readonly #printed = new Map<string, string>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #stop: () => void;
  #looking: Promise<unknown> = Promise.resolve();

  constructor(options: UpdatesOptions) {
    this.#options = options;
    this.#stop = options.gate.activity.subscribe('*', event => this.#event(event));
  }

  async settle(): Promise<void> {
    await this.#options.gate.activity.settle();
    await this.#looking;
  }

  close(): void {
    this.#stop();
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #event(event: ActivityEvent): void {
    const { type, callID, data } = event;
    if (callID === undefined) return;
    if (type === 'tool_call_start') this.#begin(event, callID);
    else if (type === 'tool_output_chunk') this.#print(callID, data.chunk);
    else if (type === 'approval_requested' && data.waiting === true) this.#status(callID, 'pending');
    else if (type === 'approval_resolved') this.#status(callID, 'in_progress');
    else if (type === 'tool_call_end') this.#after(() => this.#end(event, callID));
  }

  /** Works in turn: what a call has changed is looked up, and the next call is told after it. */
  #after(work: () => Promise<void>): void {
    this.#looking = this.#looking.then(work).catch(() => {});
  }

  #status(toolCallId: string, status: 'pending' | 'in_progress'): void {
    this.#options.send({ sessionUpdate: 'tool_call_update', toolCallId, status });
  }

  #begin({ agent, data }: ActivityEvent<'tool_call_start'>, toolCallId: string): void {
    const { paths, send } = this.#options;
    send({
      sessionUpdate: 'tool_call',
      toolCallId,
      title: titleOf(agent, callTitle(data.toolName, data.arguments)),
      kind: toolKind(data.toolName),
      status: 'in_progress',
      locations: locationsIn(data.arguments, paths),
      rawInput: data.arguments,
    });
  }

  #print(callID: string, chunk: string): void {
    const plain = printable(stripVTControlCharacters(chunk));
    this.#printed.set(callID, `${this.#printed.get(callID) ?? ''}${plain}`.slice(-2 * MOST_PRINTED));
    if (this.#timers.has(callID)) return;
    const tell = () => {
      this.#timers.delete(callID);
      const content = [codeBlock(this.#takePrinted(callID))];
      this.#options.send({ sessionUpdate: 'tool_call_update', toolCallId: callID, content });
    };
    this.#timers.set(callID, setTimeout(tell, PAUSE).unref());
  }

  #takePrinted(callID: string): string {
    const text = this.#printed.get(callID) ?? '';
    return text.length <= MOST_PRINTED ? text : `[what was printed before is left out]\n${text.slice(-MOST_PRINTED)}`;
  }

  async #end({ agent, sessionID, data }: ActivityEvent<'tool_call_end'>, toolCallId: string): Promise<void> {
    const { gate, paths, send } = this.#options;
    clearTimeout(this.#timers.get(toolCallId));
    this.#timers.delete(toolCallId);
    const printed = this.#takePrinted(toolCallId);
    this.#printed.delete(toolCallId);
    const { title, preview = [], metadata } = data.result ?? {};
    const diffs = await this.#diffsOf(metadata);
    const changed = [...new Set(diffs.flatMap(({ path }) => paths.toEditor(path) ?? []))];
    const said = [
      ...(data.error ? [`${data.error.code}: ${data.error.message}`] : []),
      ...(printed === '' ? preview.filter(line => line !== title) : [printed]),
      ...(data.exitCode === undefined ? [] : [`[exit code ${data.exitCode}]`]),
    ];
    const content = [...diffs.flatMap(({ shown }) => shown), ...(said.length > 0 ? [codeBlock(said.join('\n'))] : [])];
    send({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      status: data.success ? 'completed' : 'failed',
      content,
      ...(title === undefined || title === '' ? {} : { title: titleOf(agent, `${data.toolName}: ${title}`) }),
      ...(changed.length > 0 ? { locations: changed.map(path => ({ path })) } : {}),
    });
    if (data.toolName === 'todowrite' && data.success && sessionID === this.#options.sessionID)
      send({ sessionUpdate: 'plan', entries: entriesOf(await gate.store.state.get(`todo:${sessionID}`)) });
  }

  /** What a call has changed, from the journal: events hold only the beginning of a diff. */
  async #diffsOf(metadata: unknown) {
    const { changeSetID: id } = (metadata ?? {}) as { changeSetID?: unknown };
    if (typeof id !== 'string') return [];
    const { gate, paths } = this.#options;
    const [set] = await gate.journal.list({ id, diffs: true, limit: 1 });
    return (set?.changes ?? []).map(({ path, diff = '' }) => {
      const { content } = diffContent(maskShownText(diff), paths);
      // The editor cannot draw a mode, a move, or bytes that are no text.
      return { path, shown: content.length > 0 || diff === '' ? content : [codeBlock(maskShownText(diff))] };
    });
  }
}

/** The title of a call, with the agent's name but for the first agent, which is meant anyway. */
const titleOf = (agent: string, title: string): string =>
  briefly(`${agent.includes('/') ? `${agent}: ` : ''}${title}`, MOST_TITLE);

/** The list of things to do as it is kept; what was given up is no part of the plan. */
function entriesOf(kept: unknown): PlanEntry[] {
  const list = (Array.isArray(kept) ? kept : []) as { content: string; status: string; priority?: string }[];
  return list
    .filter(({ status }) => status !== 'cancelled')
    .map(({ content, status, priority = 'medium' }) => ({ content, status, priority }) as PlanEntry);
}
