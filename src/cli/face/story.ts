import { stripVTControlCharacters } from 'node:util';
import type { ActivityEvent } from '../../activity/activity-stream.ts';
import { sayCount } from '../../text/say.ts';
import { callTitle } from '../output/call-title.ts';
import { printable, toPrintableLine } from '../terminal/terminal.ts';
import { callLines, oneLine } from './call-lines.ts';
import { endedCall } from './ended-call.ts';
import { markdownLines, splitBlocks } from './markdown.ts';
import { createShownState, EMPTY_LINE, type Paint, type ShownLine, type StoryItem } from './shown-line.ts';

export interface RunningCall {
  readonly id: string;
  readonly agent: string;
  readonly what: string;
  readonly quiet: boolean;
  readonly since: number;
  /** The time since which a person is asked; undefined while nobody is. */
  readonly asking?: number | undefined;
  /** Milliseconds for which people were asked before. */
  readonly waited: number;
  readonly tail: readonly string[];
}

interface StoryState {
  readonly items: readonly StoryItem[];
  /** What the model is saying, as far as it was not drawn for good. */
  readonly saying: string;
  readonly calls: readonly RunningCall[];
}

type LineKind = 'text' | 'call' | 'note' | 'question';

const TAIL = 3;
/** A block that grows without end is drawn in pieces. */
const LONGEST_BLOCK = 20_000;

export class FaceStory {
  readonly #paint: Paint;
  readonly #shown = createShownState<StoryState>({ items: [], saying: '', calls: [] });
  readonly read = this.#shown.read;
  readonly onChange = this.#shown.onChange;
  #ids = 0;
  #last: LineKind | undefined;

  constructor(paint: Paint) {
    this.#paint = paint;
  }

  /** Adds what stays. An empty line parts what is of another kind, and each block of a text. */
  add(lines: readonly ShownLine[], kind: LineKind): void {
    if (lines.length === 0) return;
    const apart = this.#last !== undefined && (kind === 'text' || kind !== this.#last);
    this.#last = kind;
    const item = { id: ++this.#ids, lines: apart ? [EMPTY_LINE, ...lines] : lines };
    this.#shown.set({ items: [...this.read().items, item] });
  }

  said(text: string): void {
    const mark = `${this.#paint(['bold', 'cyan'], '›')} `;
    const lines = printable(text.trimEnd()).split('\n');
    const shown = lines.map((line, at) => ({ lead: at === 0 ? mark : '  ', text: this.#paint('bold', line) }));
    this.add(shown, 'text');
  }

  note(text: string): void {
    this.endText();
    const lines = printable(text.trimEnd()).split('\n');
    const shown = lines.map(line => ({ lead: '  ', text: this.#paint('dim', line) }));
    this.add(shown, 'note');
  }

  text(delta: string): void {
    const { whole, rest } = splitBlocks(this.read().saying + delta);
    const isLong = rest.length > LONGEST_BLOCK;
    this.#draw(isLong ? whole + rest : whole);
    this.#shown.set({ saying: isLong ? '' : rest });
  }

  endText(): void {
    const { saying } = this.read();
    if (saying === '') return;
    this.#shown.set({ saying: '' });
    this.#draw(saying);
  }

  #draw(text: string): void {
    if (text.trim() === '') return;
    this.add(markdownLines(text, this.#paint), 'text');
  }

  event(event: ActivityEvent): void {
    const { type, callID = '', agent, at, data } = event;
    if (type === 'tool_call_start') this.#begin(event);
    else if (type === 'tool_output_chunk')
      this.#change(callID, call => ({ ...call, tail: grown(call.tail, data.chunk) }));
    else if (type === 'approval_requested' && data.waiting === true)
      this.#change(callID, call => ({ ...call, asking: call.asking ?? at }));
    else if (type === 'approval_resolved')
      this.#change(callID, call => ({ ...call, asking: undefined, waited: call.waited + at - (call.asking ?? at) }));
    else if (type === 'tool_call_update' && typeof data.elapsed === 'number') this.#begun(callID, at - data.elapsed);
    else if (type === 'tool_call_end') this.#end(event);
    else if (type === 'agent_started' && data.parent !== undefined)
      this.#agentLine(agent, `begins: ${oneLine(String(data.prompt ?? ''))}`);
    else if (type === 'agent_ended' && agent.includes('/'))
      this.#agentLine(
        agent,
        `${data.ok ? 'is done' : 'has failed'}: ${sayCount(Number(data.steps ?? 0), 'step')}, ${sayCount(Number(data.calls ?? 0), 'call')}`,
      );
  }

  #begin({ callID = '', agent, at, data }: ActivityEvent<'tool_call_start'>): void {
    this.endText();
    const what = oneLine(callTitle(data.toolName, data.arguments));
    const call = { id: callID, agent, what, quiet: data.quiet === true, since: at, waited: 0, tail: [] };
    this.#shown.set({ calls: [...this.read().calls, call] });
  }

  #end(event: ActivityEvent<'tool_call_end'>): void {
    const began = this.read().calls.find(({ id }) => id === event.callID);
    this.#shown.set({ calls: this.read().calls.filter(call => call !== began) });
    const took = began && event.at - began.since;
    this.add(callLines(endedCall(event, { about: began?.what, took, waited: began?.waited }), this.#paint), 'call');
  }

  /** A call's turn has come: the time that it waited for others is no time at work. */
  #begun(id: string, at: number): void {
    this.#change(id, call => ({ ...call, since: Math.max(call.since, at - call.waited) }));
  }

  #agentLine(agent: string, text: string): void {
    const name = this.#paint('cyan', toPrintableLine(agent));
    this.add([{ lead: `${this.#paint('cyan', '◦')} `, text: `${name} ${text}` }], 'call');
  }

  #change(id: string, change: (call: RunningCall) => RunningCall): void {
    if (!this.read().calls.some(call => call.id === id)) return;
    this.#shown.set({ calls: this.read().calls.map(call => (call.id === id ? change(call) : call)) });
  }
}

function grown(tail: readonly string[], chunk: string): string[] {
  const text = stripVTControlCharacters(chunk).replace(/\r+\n?/g, '\n');
  const lines = text.split('\n').filter(line => line.trim() !== '');
  return [...tail, ...lines.map(line => toPrintableLine(line))].slice(-TAIL);
}
