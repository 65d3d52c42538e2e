import { compileSchema } from '../../tool/arguments/check/compile.ts';
import { validate } from '../../tool/arguments/validate.ts';
import type { BaseTool, FunctionDefinition } from '../../tool/base-tool.ts';

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
