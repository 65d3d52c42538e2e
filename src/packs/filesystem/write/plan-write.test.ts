import { describe, expect, it } from 'vitest';
import { textOf } from '../read/text-of.ts';
import type { ExistingEntry } from './existing.ts';
import { planWrite } from './plan-write.ts';

const stat = { kind: 'file', size: 0, mode: 0o644, modified: 0, created: 0 } as const;
const holding = (bytes: Uint8Array): ExistingEntry => ({ stat, bytes, text: textOf(bytes) });

describe('planWrite', () => {
  it('planWrite writes text as it was given', () => {
    expect(Buffer.from(planWrite({ content: 'a\r\nb\n' }).bytes).toString()).toBe('a\r\nb\n');
    expect(Buffer.from(planWrite({ content: '\ufeffa' }).bytes)).toEqual(Buffer.from('\ufeffa'));
  });

  it('decodes base64, also over several lines, and refuses what is none', () => {
    expect(Buffer.from(planWrite({ content: 'aGVs\nbG8=', encoding: 'base64' }).bytes).toString()).toBe('hello');
    for (const content of ['aGVsbG8', 'a b=', '====', 'aGV$', 'aGVs=bG8']) {
      expect(() => planWrite({ content, encoding: 'base64' })).toThrow(/not valid base64/);
    }
    expect(planWrite({ content: '', encoding: 'base64' }).bytes).toHaveLength(0);
  });

  it('planWrite knows when the file holds the same already', () => {
    expect(planWrite({ content: 'same', existing: holding(Buffer.from('same')) }).same).toBe(true);
    expect(planWrite({ content: 'other', existing: holding(Buffer.from('same')) }).same).toBe(false);
  });

  it('planWrite keeps the encoding of the file', () => {
    const wide = holding(Buffer.from('\ufeffalt', 'utf16le'));
    const planned = planWrite({ content: 'neu', existing: wide });
    expect(Buffer.from(planned.bytes).toString('utf16le')).toBe('\ufeffneu');
    expect(planned.encoding).toBe('UTF-16 LE, with a byte order mark');
    const marked = planWrite({ content: 'new', existing: holding(Buffer.from('\ufeffold')) });
    expect(Buffer.from(marked.bytes).toString()).toBe('\ufeffnew');
  });

  it('planWrite refuses what Latin-1 cannot hold', () => {
    const latin = holding(Buffer.from('Straße', 'latin1'));
    expect(Buffer.from(planWrite({ content: 'Maß', existing: latin }).bytes)).toEqual(Buffer.from('Maß', 'latin1'));
    expect(() => planWrite({ content: '漢', existing: latin })).toThrow(/Latin-1 .* which has no "漢"/);
  });

  it('notices that CRLF would be lost, only where it stood throughout', () => {
    const crlf = holding(Buffer.from('a\r\nb\r\n'));
    expect(planWrite({ content: 'a\nb\n', existing: crlf }).crlfLost).toBe(true);
    expect(planWrite({ content: 'a\r\nb\r\n', existing: crlf }).crlfLost).toBe(false);
    expect(planWrite({ content: 'a\nb\n', existing: holding(Buffer.from('a\r\nb\n')) }).crlfLost).toBe(false);
  });
});
