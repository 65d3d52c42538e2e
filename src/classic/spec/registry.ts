import type { ApprovalRequest } from '../../approval/request.ts';
import type { JsonSchema, Schema } from '../../schema/schema.ts';
import { compileSchema } from '../../tool/arguments/check/compile.ts';
import { from } from '../../tool/from/from.ts';
import { builtInTools } from '../shared/built-in.ts';
import { type DoorOptions, LateGate } from '../shared/late-gate.ts';

/** An error, as data. */
export type NestedError = { code: string; message: string; details?: Record<string, unknown> };

export type NestedResult<T> = { ok: true; value: T } | { ok: false; error: NestedError };

/** A tool with schemas of its input and output, and its own wish for approval. */
export interface SchemaTool {
  name: string;
  description: string;
  inputSchema: Schema;
  outputSchema: Schema;
  requiresApproval: boolean | ((args: unknown) => boolean);
  execute: (args: unknown) => Promise<NestedResult<unknown>>;
}

export type YesOrNo = { approved: boolean; modifiedArgs?: Record<string, unknown> };

export type AskedPerson = Pick<ApprovalRequest, 'stepId' | 'tool' | 'args' | 'reason'>;

interface SpecOptions extends Omit<DoorOptions, 'approver'> {
  /** Answers calls that need a person; without it they are refused. */
  approver?: (request: AskedPerson) => Promise<YesOrNo>;
}

/** Tools by name. The tools of `get` and `list` run through the gate. */
export class SpecRegistry {
  readonly #tools = new Map<string, SchemaTool>();
  readonly #gate: LateGate;

  constructor(options: SpecOptions = {}, gate = new LateGate(options)) {
    this.#gate = gate;
  }

  register(tool: SchemaTool): void {
    this.#gate.register(from(tool));
    this.#tools.set(tool.name, { ...tool, execute: args => runNested(this.#gate, tool.name, args) });
  }

  get(name: string): SchemaTool | undefined {
    return this.#tools.get(name);
  }

  list(): SchemaTool[] {
    return [...this.#tools.values()];
  }

  toOpenAIFunctions(): { name: string; description: string; parameters: JsonSchema }[] {
    return this.list().map(({ name, description, inputSchema }) => {
      return { name, description, parameters: compileSchema(inputSchema).json };
    });
  }

  /** Ends the gate that calls have opened. */
  close(): Promise<void> {
    return this.#gate.close();
  }

  /** Adds built-in tools of the gate. */
  addBuiltIn(tools: readonly SchemaTool[]): this {
    for (const tool of tools) this.#tools.set(tool.name, tool);
    return this;
  }
}

async function runNested(gate: LateGate, name: string, args: unknown): Promise<NestedResult<unknown>> {
  const outcome = await gate.execute({ name, args });
  if (outcome.ok) return { ok: true, value: outcome.value ?? outcome.output };
  const { code, message, details } = outcome.error;
  return { ok: false, error: { code, message, details: details && { ...details } } };
}

/** The tools that are there from the start. */
const NAMES =
  `list_directory read_file write_file delete_file move_file run_code web_fetch web_search git_status git_diff
  git_log git_commit git_push git_branch search_code run_tests format_code install_package`.split(/\s+/);

/** A registry with the core tools; the gate says, call by call, which calls need a person. */
export function createCoreRegistry(options: SpecOptions = {}): SpecRegistry {
  const builtIn = builtInTools(NAMES);
  const gate = new LateGate(options, { builtIn });
  const tools = builtIn.map(
    ({ name, card }): SchemaTool => ({
      name,
      description: card.description,
      inputSchema: card.parameters,
      outputSchema: card.returns ?? { type: 'string' },
      requiresApproval: false,
      execute: args => runNested(gate, name, args),
    }),
  );
  return new SpecRegistry(options, gate).addBuiltIn(tools);
}
