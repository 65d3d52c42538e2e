import type { ActivityListener, ActivityStream } from '../../activity/activity-stream.ts';
import { BaseTool, type FunctionDefinition, type ToolResult } from '../../tool/base-tool.ts';
import { newId } from '../../tool/id.ts';
import type { Outcome } from '../../tool/outcome.ts';
import { type BuiltIn, builtInTools } from '../shared/built-in.ts';
import { type DoorOptions, LateGate } from '../shared/late-gate.ts';
import { toFlatResult } from '../shared/tool-definition.ts';

/** A built-in tool as a class. Among others it runs through their gate; alone it has a gate of its own. */
export class BuiltInTool extends BaseTool {
  readonly name: string;
  readonly description: string;
  /** Always false: the gate asks where a call needs it. */
  readonly requiresConfirmation = false;
  readonly builtIn: BuiltIn;
  readonly #gate: LateGate;

  constructor(name: string, activityStream?: ActivityStream, options: DoorOptions = {}) {
    super(activityStream);
    this.name = name;
    const [builtIn] = builtInTools([name]);
    this.builtIn = builtIn;
    this.description = builtIn.card.description;
    this.#gate = new LateGate(options, { builtIn: [builtIn] });
  }

  override getFunctionDefinition(): FunctionDefinition {
    const { name, description, builtIn } = this;
    return { type: 'function', function: { name, description, parameters: builtIn.parameters } };
  }

  /** The result, with the names of fields where they differ from the value of the gate's tool. */
  resultOf(outcome: Outcome): ToolResult {
    return toFlatResult(outcome);
  }

  protected override async executeImpl(args: Record<string, unknown>): Promise<ToolResult> {
    const callID = newId();
    const onEvent: ActivityListener = ({ type, data }) => {
      if (type === 'tool_output_chunk') this.emitOutputChunk(callID, String(data.chunk));
    };
    return this.resultOf(await this.#gate.execute({ name: this.name, args }, { onEvent }));
  }

  /** Ends the gate that calls of this tool alone have opened. */
  close(): Promise<void> {
    return this.#gate.close();
  }
}

type BuiltInClass = new (activityStream?: ActivityStream, options?: DoorOptions) => BuiltInTool;

const classOf = (tool: string): BuiltInClass =>
  class extends BuiltInTool {
    constructor(activityStream?: ActivityStream, options?: DoorOptions) {
      super(tool, activityStream, options);
    }
  };

export class BashTool extends classOf('bash') {}
export class WriteTool extends classOf('write') {}
export class EditTool extends classOf('edit') {}
export class GrepTool extends classOf('grep') {}
export class GlobTool extends classOf('glob') {}
export class AgentTool extends classOf('agent') {}

export class ReadTool extends classOf('read') {
  /** The result, whose content is as a model reads it: numbered, with a heading for each file. */
  override resultOf(outcome: Outcome): ToolResult {
    const result = super.resultOf(outcome);
    return outcome.ok ? { ...result, content: outcome.output } : result;
  }
}
