import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import about from '../../package.json' with { type: 'json' };
import { notesOf, toReleased } from '../../scripts/release/changelog.ts';
import { listingOf, originOf } from '../../scripts/release/listing.ts';
import { HAVING, toPublished } from '../../scripts/release/published.ts';

const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');

const UNRELEASED = '## Unreleased\n';

it('a release moves what the changelog tells under its version, and leaves a place for the next', () => {
  // Right after a release nothing is unreleased, and its own commit is tested too.
  const told = changelog.replace(UNRELEASED, `${UNRELEASED}### Added\n- Something.\n`);
  const released = toReleased(told, '9.9.9', '2030-01-02');
  const before = told.slice(told.indexOf(UNRELEASED) + UNRELEASED.length).split(/^## /m)[0];
  expect(notesOf(released, '9.9.9')).toBe(before?.trim());
  expect(released).toContain(`${UNRELEASED}\n## 9.9.9 - 2030-01-02\n`);
  expect(() => toReleased(released, '9.9.10', '2030-01-03')).toThrow('CHANGELOG.md tells nothing of 9.9.10');
});

it('the changelog explains the version of the package, or has it to come', () => {
  const unreleased = changelog
    .slice(changelog.indexOf(UNRELEASED) + UNRELEASED.length)
    .split(/^## /m)[0]
    ?.trim();
  expect(unreleased || notesOf(changelog, about.version)).toMatch(/^### \w+\n- /);
});

it('the registry of MCP is told the package as npm has it, under a name that the package says too', () => {
  const listing = listingOf(about, 'someone/toolgate');
  expect(listing).toMatchObject({
    name: originOf('someone/toolgate').mcpName,
    version: about.version,
    packages: [{ registryType: 'npm', identifier: 'toolgate', version: about.version, transport: { type: 'stdio' } }],
  });
  // What the schema that it names asks of these.
  expect(listing.$schema).toBe('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json');
  expect(listing.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(String(listing.description).length).toBeLessThanOrEqual(100);
  expect(about.version).toMatch(/^\d+\.\d+\.\d+(?:-[0-9a-z.]+)?$/);
  expect(() => listingOf(about, 'toolgate')).toThrow('OWNER/NAME');
});

it('a release says how to have the package from npm, in each page that says how', () => {
  for (const path of HAVING) {
    const page = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    const published = toPublished(page);
    expect(published, path).toMatch(/npm install (?:--global )?toolgate/);
    expect(published, path).not.toMatch(/<!--|-->|\.tgz|checkout makes|In a checkout/);
    expect(toPublished(published)).toBe(published);
  }
  expect(() => toPublished('<!-- until it is on npm -->\nNow.\n')).toThrow('has no other');
});
