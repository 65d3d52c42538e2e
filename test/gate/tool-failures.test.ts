import { describe, expect, it } from 'vitest';
import { BaseTool, type ToolResult } from '../../src/tool/base-tool.ts';
import type { ErrorType } from '../../src/tool/codes.ts';
import { define, type Info } from '../../src/tool/define.ts';
import { ToolError } from '../../src/tool/error.ts';
import { from } from '../../src/tool/from/from.ts';
import { openGate } from '../support/worlds/open-gate.ts';

class Failing extends BaseTool {
  readonly name: string;
  readonly description = 'Fails.';
  readonly requiresConfirmation = false;
  readonly type: ErrorType;

  constructor(type: ErrorType) {
    super();
    this.name = `fails_${type}`;
    this.type = type;
  }

  protected override async executeImpl(): Promise<ToolResult> {
    return this.formatErrorResponse('no such thing', this.type, 'Try another.');
  }
}

const thrower = (id: string, error: unknown): Info =>
  define(id, {
    description: 'x',
    parameters: { type: 'object' },
    effects: () => [],
    execute: () => Promise.reject(error),
  }) as Info;

const open = (tools: readonly Info[]) => openGate({}, { tools, policy: 'privileged', approver: () => 'allow_once' });

describe('what a tool says of its own failure', () => {
  it.each([
    ['validation_error', 'INVALID_ARGUMENTS', 0],
    ['user_error', 'EXECUTION_ERROR', 0],
    ['permission_error', 'PERMISSION_DENIED', 0],
    ['security_error', 'EXECUTION_ERROR', 0],
    ['system_error', 'EXECUTION_ERROR', 1],
  ] as const)('%s stays what it is, and only a fault of the system is a dead letter', async (type, code, letters) => {
    const { gate, run } = await open([from(new Failing(type))]);
    const outcome = await run(`fails_${type}`, {});
    expect(outcome.error).toMatchObject({ type, code, suggestion: 'Try another.' });
    expect(await gate.store.calls.get(outcome.callID)).toMatchObject({ error: { type, code } });
    expect(await gate.store.deadLetters.list()).toHaveLength(letters);
  });

  it('what a tool says of its own failure stays in an error of another copy of this package, but for what only the gate may say', async () => {
    class OtherToolError extends Error {
      override readonly name = 'ToolError';
      readonly code: string;
      readonly suggestion = 'Look elsewhere.';
      constructor(code: string) {
        super('gone');
        this.code = code;
      }
    }
    const { run } = await open([
      thrower('gone', new OtherToolError('FILE_NOT_FOUND')),
      thrower('proud', new OtherToolError('APPROVAL_DENIED')),
    ]);
    expect((await run('gone', {})).error).toMatchObject({
      code: 'FILE_NOT_FOUND',
      type: 'user_error',
      suggestion: 'Look elsewhere.',
    });
    expect((await run('proud', {})).error).toMatchObject({
      code: 'EXECUTION_ERROR',
      details: { code: 'APPROVAL_DENIED' },
    });
  });

  it('what a tool says of its own failure: as a plain error is tried again where the tool says so and may be repeated', async () => {
    const runs: Record<string, number> = {};
    const flaky = (id: string, extra: object) =>
      define(id, {
        description: 'x',
        parameters: { type: 'object' },
        effects: () => [],
        execute: async () => {
          runs[id] = (runs[id] ?? 0) + 1;
          throw new Error('not yet');
        },
        ...extra,
      }) as Info;
    const any = { attempts: 3, delay: 1, on: 'any' };
    const { run } = await open([
      flaky('any', { retry: any }),
      flaky('retryable', { retry: { ...any, on: 'retryable' } }),
      flaky('once', { retry: any, effects: () => [{ kind: 'execute', resource: 'make' }] }),
    ]);
    for (const name of ['any', 'retryable', 'once']) await run(name, {});
    expect(runs).toEqual({ any: 3, retryable: 1, once: 1 });
  });

  it('what a tool says of its own failure has a type of the five, whatever the tool wrote there', async () => {
    const odd = Object.assign(new ToolError('FILE_NOT_FOUND', 'gone'), { type: 'my_error' });
    const { run } = await open([
      thrower('odd', odd),
      thrower('mild', new ToolError('TIMEOUT', 'late', { type: 'user_error' })),
    ]);
    expect((await run('odd', {})).error?.type).toBe('user_error');
    expect((await run('mild', {})).error?.type).toBe('system_error');
  });
});
