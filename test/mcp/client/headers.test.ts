import { describe, expect, it } from 'vitest';
import { headerFault } from '../../../src/adapters/mcp/client/offers/header-fault.ts';
import { checkListed } from '../../../src/adapters/mcp/client/offers/listed-tools.ts';

const header = (name: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': name });
const object = (properties: object, more = {}) => ({ type: 'object', properties, ...more });

describe('a parameter that travels as a header', () => {
  it.each([
    [object({ a: header('Region'), b: header('Tenant', 'integer'), c: header('On', 'boolean') })],
    [object({ a: object({ b: header('Region') }) })],
    [object({ 'x-mcp-header': { type: 'string' } })],
    [object({ a: { type: 'object', default: { 'x-mcp-header': 5 }, enum: [{ 'x-mcp-header': 5 }] } })],
    [object({})],
  ])('a parameter that travels as a header may be declared so: %j', schema => {
    expect(headerFault(schema)).toBe(undefined);
  });

  it.each([
    [object({ a: header('') })],
    [object({ a: header(5) })],
    [object({ a: header('two words') })],
    [object({ a: header('X\r\nEvil: 1') })],
    [object({ a: header('Region', 'number') })],
    [object({ a: header('Region', 'object') })],
    [object({ a: { 'x-mcp-header': 'Region' } })],
    [object({ a: header('Region'), b: header('region') })],
    [object({ a: { type: 'array', items: header('Region') } })],
    [object({ a: { type: 'array', items: object({ b: header('Region') }) } })],
    [object({ a: { anyOf: [header('Region')] } })],
    [object({}, { $defs: { a: header('Region') } })],
    [object({}, { additionalProperties: header('Region') })],
    [object({}, { 'x-mcp-header': 'Region' })],
  ])('a parameter that travels as a header may not be declared so: %j', schema => {
    expect(headerFault(schema)).toEqual(expect.any(String));
  });

  it('a parameter that travels as a header that is declared wrongly sets its own tool aside, beside others that are odd', async () => {
    const raw = [
      { name: 'good', inputSchema: object({ a: header('Region') }) },
      { name: 'bad', inputSchema: object({ a: header('\u001b[2J') }) },
      { name: 'odd', inputSchema: 5 },
    ];
    const { tools, aside } = await checkListed('x', raw, { headers: true });
    expect([...tools.keys()]).toEqual(['x__good']);
    expect(aside.map(({ tool }) => tool)).toEqual(['bad', 'odd']);
    expect((await checkListed('x', raw)).tools.size).toBe(2);
  });
});
