import type { ActivityListener, ActivityStream } from '../../activity/activity-stream.ts';
import { compileSchema } from '../../tool/arguments/check/compile.ts';
import { validate } from '../../tool/arguments/validate.ts';
import type { BaseTool, FunctionDefinition, ToolResult } from '../../tool/base-tool.ts';
import { from } from '../../tool/from/from.ts';
import { newId } from '../../tool/id.ts';
import { type DoorOptions, LateGate } from '../shared/late-gate.ts';
import { toFlatResult } from '../shared/tool-definition.ts';
import { BuiltInTool } from './built-in-tools.ts';

/** Runs class tools for a model, through a gate; the given stream gets their events. */
export class ToolManager {
  readonly #tools: ReadonlyMap<string, BaseTool>;
  readonly #stream: ActivityStream;
  readonly #gate: LateGate;
  #sessionID = newId();
  #turn = 1;

  constructor(tools: BaseTool[], activityStream: ActivityStream, options: DoorOptions = {}) {
    this.#tools = new Map(tools.map(tool => [tool.name, tool]));
    this.#stream = activityStream;
    const known = [...this.#tools.values()];
    const builtIn = known.filter(tool => tool instanceof BuiltInTool).map(tool => tool.builtIn);
    this.#gate = new LateGate(options, { builtIn });
    for (const tool of known) if (!(tool instanceof BuiltInTool)) this.#gate.register(from(tool));
  }

  getTool(name: string): BaseTool | undefined {
    return this.#tools.get(name);
  }

  getFunctionDefinitions(): FunctionDefinition[] {
    return [...this.#tools.values()].map(tool => tool.getFunctionDefinition());
  }

  async executeTool(toolName: string, args: object): Promise<ToolResult> {
    const onEvent: ActivityListener = event => this.#stream.emit(event.type, event, event.data);
    const options = { sessionID: this.#sessionID, turn: this.#turn, onEvent };
    const outcome = await this.#gate.execute({ name: toolName, args }, options);
    const tool = this.#tools.get(toolName);
    return tool instanceof BuiltInTool ? tool.resultOf(outcome) : toFlatResult(outcome);
  }

  /** Begins another turn: reads are not answered from the last turn. */
  clearCurrentTurn(): void {
    this.#turn += 1;
  }

  /** Begins another session. */
  clearState(): void {
    this.#sessionID = newId();
    this.#turn = 1;
  }

  /** Ends the gate that calls have opened. */
  close(): Promise<void> {
    return this.#gate.close();
  }
}

/** Whether arguments are as a tool wants them; if not, all mistakes, with an example. */
export interface ArgumentsVerdict {
  valid: boolean;
  /** The mistakes; empty where the arguments are valid. */
  error: string;
  error_type?: 'validation_error';
  suggestion?: string;
}

/** Looks at arguments as the gate does, without running anything. */
export class ToolValidator {
  validateArguments(
    tool: Pick<BaseTool, 'name'>,
    functionDef: FunctionDefinition,
    args: Record<string, unknown>,
  ): ArgumentsVerdict {
    const parameters = compileSchema(functionDef.function.parameters);
    const checked = validate({ id: tool.name, parameters }, args);
    if (checked instanceof Promise) throw new TypeError(`The schema of ${tool.name} must not be asynchronous`);
    if (checked.ok) return { valid: true, error: '' };
    const { message, suggestion } = checked.error;
    return { valid: false, error: message, error_type: 'validation_error', suggestion };
  }
}
