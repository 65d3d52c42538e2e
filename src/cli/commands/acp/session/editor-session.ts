import type { ContentBlock, PromptResponse, SessionModeState, SessionUpdate } from '@agentclientprotocol/sdk';
import { RequestError } from '@agentclientprotocol/sdk';
import type { AgentResult, StartedAgent } from '../../../../agents/loop/agent-run.ts';
import type { Retrying } from '../../../../agents/model/ask-with-retries.ts';
import { isPrivate } from '../../../../policy/taint.ts';
import { loadHistory } from '../../../../workers/kept-history.ts';
import { type LocalRun, newLocalRun } from '../../../agents/local-run.ts';
import { firstLine } from '../../../output/run-story.ts';
import { cutAfter, toPrintableLine } from '../../../terminal/terminal.ts';
import { type ReadPrompt, readBlocks } from '../given/read-blocks.ts';
import { replayOf } from '../shown/replay.ts';
import { failureError } from '../to-request-error.ts';
import { checkMode, type ModeName, modeState } from './modes.ts';
import { type EditorGate, type EditorGateOptions, openEditorGate } from './open-editor-gate.ts';
import { AVAILABLE_COMMANDS, runSlashCommand, sayPlanned, slashCommandIn } from './slash-commands.ts';

const MOST_TITLE = 80;

/** A conversation with an editor: a run that is kept, on a gate of its own. */
export class EditorSession {
  readonly id: string;
  readonly folder: string;
  readonly #options: EditorGateOptions;
  /** The sessions of the conversation, and of agents below it. */
  readonly #sessions: Set<string>;
  #opened: EditorGate;
  #run: LocalRun | undefined;
  #mode: ModeName;
  #answering: { readonly abort: AbortController; readonly done: Promise<unknown> } | undefined;

  private constructor(options: EditorGateOptions, opened: EditorGate, mode: ModeName) {
    this.id = options.id;
    this.folder = options.folder;
    this.#options = options;
    this.#sessions = new Set([options.id]);
    this.#mode = mode;
    this.#opened = this.#take(opened);
    this.#run = opened.run;
  }

  /** Opens a session; `kept`: that of a run which was begun before, here or at a terminal. */
  static async open(options: EditorGateOptions, { kept }: { readonly kept: boolean }): Promise<EditorSession> {
    const mode = options.options.plan ? 'plan' : 'write';
    return new EditorSession(options, await openEditorGate(options, mode, kept), mode);
  }

  get modes(): SessionModeState {
    return modeState(this.#mode, this.#plansOnly);
  }

  get #plansOnly(): boolean {
    return this.#options.options.plan === true;
  }

  #take(opened: EditorGate): EditorGate {
    opened.session.gate.activity.subscribe('agent_started', ({ sessionID }) => void this.#sessions.add(sessionID));
    return opened;
  }

  async replay(): Promise<void> {
    const history = await loadHistory(this.#opened.session.gate.store.runs, this.id);
    if (history) for (const update of replayOf(history, this.#opened.paths)) this.#update(update);
  }

  tellCommands(): void {
    this.#update({ sessionUpdate: 'available_commands_update', availableCommands: AVAILABLE_COMMANDS });
  }

  #update(update: SessionUpdate): void {
    this.#options.editor.update(this.id, update);
  }

  /** A gate plans or writes for as long as it is open, so another mode is another gate. */
  async setMode(id: string): Promise<void> {
    const mode = checkMode(id, this.#plansOnly);
    if (mode === this.#mode) return;
    await this.#alone(async () => {
      const before = this.#opened;
      const opened = await openEditorGate(this.#options, mode, this.#run !== undefined);
      this.#opened = this.#take(opened);
      this.#run = opened.run;
      this.#mode = mode;
      await before.close();
    });
  }

  async prompt(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<PromptResponse> {
    return this.#alone(async own => {
      const abort = AbortSignal.any([own, signal, this.#opened.session.abort]);
      try {
        return await this.#answer(blocks, abort);
      } catch (error) {
        // A prompt that was cancelled is told as cancelled, however it ended.
        if (abort.aborted) return { stopReason: 'cancelled' };
        throw error;
      }
    });
  }

  cancel(): void {
    this.#answering?.abort.abort();
  }

  async close(): Promise<void> {
    this.cancel();
    await this.#answering?.done;
    await this.#opened.close();
  }

  /** Does one work at a time: a second one is refused at once. */
  async #alone<T>(work: (abort: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#answering)
      throw RequestError.invalidRequest(undefined, 'the session is at work; wait for it, or cancel it');
    const abort = new AbortController();
    const worked = work(abort.signal);
    this.#answering = { abort, done: worked.catch(() => {}) };
    try {
      return await worked;
    } finally {
      this.#answering = undefined;
    }
  }

  async #answer(blocks: readonly ContentBlock[], abort: AbortSignal): Promise<PromptResponse> {
    const { session, paths, updates } = this.#opened;
    const read = readBlocks(blocks, paths);
    const command = slashCommandIn(read.text);
    if (command) {
      this.#say(await runSlashCommand(command, { gate: session.gate, sessions: this.#sessions, abort }));
      await updates.settle();
      return { stopReason: abort.aborted ? 'cancelled' : 'end_turn' };
    }
    const result = await this.#ask(read, abort);
    await updates.settle();
    const planned = session.gate.planned && !abort.aborted ? await sayPlanned(session.gate) : undefined;
    if (planned !== undefined) this.#say(`\n\n${planned}`);
    return { stopReason: abort.aborted ? 'cancelled' : this.#stopReason(result) };
  }

  async #ask(read: ReadPrompt, abort: AbortSignal): Promise<AgentResult> {
    const { session, agents, type, model } = this.#opened;
    if (!this.#run) this.#tellTitle(read.said);
    this.#run ??= newLocalRun(session.gate, { agentType: type.name, model, prompt: read.text }, this.id);
    return this.#run.say(read.text, await agents.load(), {
      type,
      model,
      abort,
      onStart: started => this.#note(started, read),
      onText: delta => this.#say(delta),
      onReasoning: delta => this.#think(delta),
      onRetry: retrying => this.#tellRetry(retrying),
    });
  }

  /** Notes the person's words, and what came along with them that they did not write. */
  #note({ gate }: StartedAgent, { said, files, outside }: ReadPrompt): void {
    const session = gate.session();
    session.said(said);
    const isSecret = isPrivate(gate.policy(), this.#opened.paths.root);
    for (const file of files) {
      session.noteRead(file);
      if (isSecret(file)) session.privateRead = true;
    }
    if (outside) session.tainted = true;
  }

  #stopReason({ error }: AgentResult): PromptResponse['stopReason'] {
    if (!error) return 'end_turn';
    if (!['ABORTED', 'BUDGET_EXCEEDED', 'TIMEOUT'].includes(error.code)) throw failureError(error);
    this.#say(`\n\n${error.message}.`);
    return error.code === 'ABORTED' ? 'cancelled' : 'max_turn_requests';
  }

  #say(text: string): void {
    this.#update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
  }

  #think(text: string): void {
    this.#update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } });
  }

  #tellRetry({ message, wait, said }: Retrying): void {
    const seconds = (wait / 1000).toFixed(1);
    const text = `${toPrintableLine(message)}; asking again in ${seconds} s${said ? ', from the beginning' : ''}.`;
    // The text that was said already stays on the screen.
    if (said) this.#say(`\n\n[${text}]\n\n`);
    else this.#think(`${text}\n`);
  }

  #tellTitle(said: string): void {
    const title = cutAfter(firstLine(said), MOST_TITLE);
    if (title !== '') this.#update({ sessionUpdate: 'session_info_update', title });
  }
}
