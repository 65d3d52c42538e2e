import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Definition, define, type Info } from './define.ts';
import { readyTool } from './ready.ts';

const whole = { description: 'Does it.', parameters: z.object({}), execute: () => ({ output: 'done' }) };
const options = { init: { workspace: '/w', cwd: '/w' }, readText: () => '' };

describe('Tool.define', () => {
  it('takes only names that every provider takes', () => {
    expect(() => define('has space', whole)).toThrow('must match');
    expect(() => define('x'.repeat(65), whole)).toThrow('must match');
    expect(define('read-it_2', whole).id).toBe('read-it_2');
  });

  it('says at once what a definition lacks', () => {
    expect(() => define('f', {} as Definition)).toThrow(
      'The tool f needs a description and parameters (a Zod object, a Standard Schema or a JSON Schema) and execute',
    );
    expect(() => define('f', { ...whole, parameters: undefined } as unknown as Definition)).toThrow('needs parameters');
  });

  it('says so of one that comes later, when it comes', async () => {
    const late = define('f', async () => ({ ...whole, execute: undefined }) as unknown as Definition);
    await expect(readyTool(late as Info, options)).rejects.toThrow('The tool f needs execute');
    const made = define('g', async init => ({ ...whole, description: init.workspace }));
    expect((await readyTool(made as Info, options)).description).toBe('/w');
  });
});
