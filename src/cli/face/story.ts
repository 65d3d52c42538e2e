import { stripVTControlCharacters } from 'node:util';
import type { ActivityEvent } from '../../activity/activity-stream.ts';
import { sayCount } from '../../text/say.ts';
import { callTitle } from '../output/call-title.ts';
import { printable, toPrintableLine } from '../terminal/terminal.ts';
import { callLines, oneLine } from './call-lines.ts';
import { endedCall } from './ended-call.ts';
import { markdownLines, splitBlocks } from './markdown.ts';
import { EMPTY_LINE, type Paint, type ShownLine, type StoryItem } from './shown-line.ts';

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
  readonly #listeners = new Set<() => void>();
  #state: StoryState = { items: [], saying: '', calls: [] };
  #ids = 0;
  #last: LineKind | undefined;

  constructor(paint: Paint) {
    this.#paint = paint;
  }

  readonly read = (): StoryState => this.#state;

  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #set(change: Partial<StoryState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** Adds what stays. An empty line parts what is of another kind, and each block of a text. */
  add(lines: readonly ShownLine[], kind: LineKind): void {
    if (lines.length === 0) return;
    const apart = this.#last !== undefined && (kind === 'text' || kind !== this.#last);
    this.#last = kind;
    const item = { id: ++this.#ids, lines: apart ? [EMPTY_LINE, ...lines] : lines };
    this.#set({ items: [...this.#state.items, item] });
  }

  said(text: string): void {
    const mark = `${this.#paint(['bold', 'cyan'], '›')} `;
    const lines = printable(text.trimEnd()).split('\n');
    this.add(
      lines.map((line, at) => ({ lead: at === 0 ? mark : '  ', text: this.#paint('bold', line) })),
      'text',
    );
  }

  note(text: string): void {
    this.endText();
    const lines = printable(text.trimEnd()).split('\n');
    this.add(
      lines.map(line => ({ lead: '  ', text: this.#paint('dim', line) })),
      'note',
    );
  }

  text(delta: string): void {
    const { whole, rest } = splitBlocks(this.#state.saying + delta);
    if (rest.length > LONGEST_BLOCK) {
      this.#draw(whole + rest);
      this.#set({ saying: '' });
      return;
    }
    this.#draw(whole);
    this.#set({ saying: rest });
  }

  endText(): void {
    const { saying } = this.#state;
    if (saying === '') return;
    this.#set({ saying: '' });
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
    this.#set({ calls: [...this.#state.calls, call] });
  }

  #end(event: ActivityEvent<'tool_call_end'>): void {
    const began = this.#state.calls.find(({ id }) => id === event.callID);
    this.#set({ calls: this.#state.calls.filter(call => call !== began) });
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
    if (!this.#state.calls.some(call => call.id === id)) return;
    this.#set({ calls: this.#state.calls.map(call => (call.id === id ? change(call) : call)) });
  }
}

function grown(tail: readonly string[], chunk: string): string[] {
  const text = stripVTControlCharacters(chunk).replace(/\r+\n?/g, '\n');
  const lines = text.split('\n').filter(line => line.trim() !== '');
  return [...tail, ...lines.map(line => toPrintableLine(line))].slice(-TAIL);
}
