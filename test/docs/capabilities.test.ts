import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isThere } from '../../scripts/docs/capabilities/find-name.ts';
import { CAPABILITY_DOORS, readCapabilities } from '../../scripts/docs/capabilities/read-capabilities.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rowsOf = (door: string) => readCapabilities(door).sections.flatMap(({ rows }) => rows);

/** In quotes, as titles of tests are written. */
const hasTitle = (text: string, title: string): boolean =>
  ["'", '"', '`'].some(quote =>
    text.includes(`${quote}${quote === "'" ? title.replaceAll("'", "\\'") : title}${quote}`),
  );

describe('the capabilities', () => {
  it('the capabilities are hundreds, and none is listed twice in its part', () => {
    const counts = CAPABILITY_DOORS.map(door => rowsOf(door).length);
    expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(665);
    for (const door of CAPABILITY_DOORS) {
      for (const { title, rows } of readCapabilities(door).sections) {
        const names = rows.map(({ what }) => what);
        expect(new Set(names).size, `${door}: ${title}`).toBe(names.length);
      }
    }
  });

  it.each(CAPABILITY_DOORS)('the capabilities of %s have names that there are', door => {
    const names = new Set(rowsOf(door).flatMap(row => row.names));
    expect([...names].filter(name => !isThere(name))).toEqual([]);
  });

  it.each(CAPABILITY_DOORS)('the capabilities of %s are shown by tests that there are', door => {
    const tests = new Set(rowsOf(door).flatMap(row => row.tests));
    const missing = [...tests].filter(({ file, title }) => {
      const path = join(root, file);
      return !existsSync(path) || !hasTitle(readFileSync(path, 'utf8'), title);
    });
    expect(missing).toEqual([]);
  });

  it('names that are not there are found out', () => {
    const wrong = ['packs.None', 'none.Tool', 'define.Tool.none', 'packs.StaticToolRegistry.none', 'tool:none'];
    const more = ['tool:read_file(none)', 'tool:read_file→none', 'code:NONE', 'event:none', 'command:none', 'odd:x'];
    expect([...wrong, ...more].filter(isThere)).toEqual([]);
  });
});
