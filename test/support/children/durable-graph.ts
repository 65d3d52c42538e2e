import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import { Command, END, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { z } from 'zod';
import { toLangChainTools } from '../../../src/adapters/langchain/index.ts';
import { changesState, createToolgate, Tool } from '../../../src/index.ts';

/**
 * One process of a conversation: `node durable-graph.ts FOLDER CALLS COMMAND`, where the command is `begin`, `continue`
 * or an answer as JSON. Prints the question or what the model is told, and ends without closing anything.
 */
const [folder = '', calls = '[]', command = ''] = process.argv.slice(2);

/** LangGraph's own saver, kept in a file. */
class FileSaver extends MemorySaver {
  readonly #path = join(folder, 'checkpoints');

  constructor() {
    super();
    if (existsSync(this.#path)) Object.assign(this, deserialize(readFileSync(this.#path)));
  }

  override async put(...args: Parameters<MemorySaver['put']>) {
    const config = await super.put(...args);
    this.#keep();
    return config;
  }

  override async putWrites(...args: Parameters<MemorySaver['putWrites']>) {
    await super.putWrites(...args);
    this.#keep();
  }

  #keep(): void {
    const { storage, writes } = this;
    writeFileSync(`${this.#path}.new`, serialize({ storage, writes }));
    renameSync(`${this.#path}.new`, this.#path);
  }
}

/** Does something outside of the workspace, which nobody can take back or look at. */
const note = Tool.define('note', {
  description: 'Notes a word.',
  parameters: z.object({ word: z.string(), dies: z.boolean().optional() }),
  effects: () => [changesState('notes')],
  permissions: { required: [] },
  danger: 'safe',
  execute: async ({ word, dies }) => {
    await appendFile(join(folder, 'notes'), `${word}\n`);
    if (dies) process.kill(process.pid, 'SIGKILL');
    return { output: `noted ${word}` };
  },
}) as Tool.Info;

const gate = await createToolgate({
  workspace: join(folder, 'workspace'),
  store: join(folder, 'state', 'store.sqlite'),
  tools: [note],
});
const tools = await toLangChainTools(gate, { approvals: 'interrupt' });
const tool_calls = (JSON.parse(calls) as { id: string; name: string; args: object }[]).map(call => ({
  ...call,
  type: 'tool_call' as const,
}));
const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', () => ({ messages: [new AIMessage({ content: '', tool_calls })] }))
  .addNode('tools', new ToolNode(tools))
  .addEdge(START, 'model')
  .addEdge('model', 'tools')
  .addEdge('tools', END)
  .compile({ checkpointer: new FileSaver() });

const input =
  command === 'begin'
    ? { messages: [] }
    : command === 'continue'
      ? null
      : new Command({ resume: JSON.parse(command) as unknown });
const state = (await graph.invoke(input as never, { configurable: { thread_id: 'thread-1' } })) as {
  messages: BaseMessage[];
  __interrupt__?: { value: { actionRequests: { name: string }[] } }[];
};
const asked = state.__interrupt__?.map(({ value }) => value.actionRequests[0]?.name);
process.stdout.write(JSON.stringify(asked ? { asked } : { told: state.messages.slice(1).map(one => one.content) }));
process.exit(0);
