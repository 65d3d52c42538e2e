import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as z3 from 'zod/v3';
import { type Definition, define, type Info } from './define.ts';
import { from } from './from/from.ts';
import { readyTool } from './ready.ts';

const whole = { description: 'Does it.', parameters: z.object({}), execute: () => ({ output: 'done' }) };
const options = { init: { workspace: '/w', cwd: '/w' }, readText: () => '' };

describe('Tool.define', () => {
  it('Tool.define takes only names that every provider takes', () => {
    expect(() => define('has space', whole)).toThrow('must match');
    expect(() => define('x'.repeat(65), whole)).toThrow('must match');
    expect(define('read-it_2', whole).id).toBe('read-it_2');
  });

  it('Tool.define says at once what a definition lacks', () => {
    expect(() => define('f', {} as Definition)).toThrow(
      'The tool f needs a description and parameters (a Zod object, a Standard Schema or a JSON Schema) and execute',
    );
    expect(() => define('f', { ...whole, parameters: undefined } as unknown as Definition)).toThrow('needs parameters');
  });

  it('Tool.define says so of one that comes later, when it comes', async () => {
    const late = define('f', async () => ({ ...whole, execute: undefined }) as unknown as Definition);
    await expect(readyTool(late as Info, options)).rejects.toThrow('The tool f needs execute');
    const made = define('g', async init => ({ ...whole, description: init.workspace }));
    expect((await readyTool(made as Info, options)).description).toBe('/w');
  });

  it('Tool.define refuses at once a schema that no model could be shown, and says what to use', async () => {
    const old = z3.object({ path: z3.string() });
    const standard = { '~standard': { version: 1, vendor: 'other', validate: (value: unknown) => ({ value }) } };
    const given = (parameters: unknown) => () => define('f', { ...whole, parameters } as never);
    expect(given(old)).toThrow(
      'The tool f cannot use its parameters: it is a schema of Zod 3, which gives no JSON Schema; use Zod 4: `npm install zod@4`',
    );
    expect(given(z.object({ path: z3.string() } as never))).toThrow('its "path" is a schema of Zod 3; use Zod 4');
    expect(given({ path: z.string() })).toThrow('put them into z.object');
    expect(given({ path: z3.string() })).toThrow('put them into z.object');
    expect(given({ type: 'object', properties: { path: z.string() } })).toThrow('put them into z.object');
    expect(given(standard)).toThrow('the other schema gives no JSON Schema; use a version of other that does');
    expect(() => define('f', { ...whole, returns: old } as never)).toThrow('cannot use its returns');
    const foreign = { name: 'f', description: 'F.', execute: async () => 'x' };
    expect(() => from({ ...foreign, parameters: old } as never)).toThrow('Zod 3');
    expect(() => from({ ...foreign, inputSchema: old } as never)).toThrow('Zod 3');
    const late = define('f', async () => ({ ...whole, parameters: old }) as never);
    await expect(readyTool(late as Info, options)).rejects.toThrow('Zod 3');
    expect(given({ type: 'object', properties: { path: { type: 'string' } } })).not.toThrow();
  });
});
