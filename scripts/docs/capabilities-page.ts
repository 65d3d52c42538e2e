import {
  CAPABILITY_DOORS,
  type Capability,
  type CapabilityList,
  readCapabilities,
} from './capabilities/read-capabilities.ts';
import { code, GENERATED, page, table } from './markdown.ts';

/** What other tool systems describe, with its name here and the test that shows it. */
export function capabilitiesPage(): string {
  const lists = CAPABILITY_DOORS.map(readCapabilities);
  const rows = lists.flatMap(({ sections }) => sections.flatMap(section => section.rows));
  const different = rows.filter(({ differs }) => differs !== undefined).length;
  return page(
    GENERATED,
    '# Capabilities',
    'Whoever knows another tool system finds here what they look for. Five dialects of such systems have a door each, ' +
      'a subpath with their names and forms over the same gate. Each row names one thing, what it is called here, and ' +
      `a test that shows it. Of ${rows.length} rows ${different} say how and why it is not the same here.`,
    'Names before the first dot are subpaths: `packs`, `define`, `spec`, `executor` and `events` stand for ' +
      '`toolgate/classic/packs` and so on, `toolgate` for the library itself, `agents` and `testing` for theirs. ' +
      '`tool:read_file(path)` is a parameter of a tool, `tool:read_file→content` a field of its value. Tests are in the ' +
      'repository.',
    table(
      ['door', 'what it is about', 'rows'],
      lists.map(list => [`[toolgate/classic/${list.door}](#${anchorOf(list)})`, list.title, String(countOf(list))]),
    ),
    ...lists.flatMap(list => [
      `## ${headOf(list)}`,
      ...list.sections.flatMap(({ title, rows }) => [`### ${title}`, rowsOf(rows)]),
    ]),
  );
}

const headOf = ({ door, title }: CapabilityList): string => `${door}: ${title}`;
const anchorOf = (list: CapabilityList): string =>
  headOf(list)
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
const countOf = ({ sections }: CapabilityList): number => sections.reduce((sum, { rows }) => sum + rows.length, 0);

const rowsOf = (rows: readonly Capability[]): string =>
  table(
    ['what', 'here', 'not the same', 'shown by'],
    rows.map(({ what, names, tests, differs = '' }) => [
      what,
      names.map(code).join(', '),
      differs,
      tests.map(({ file, title }) => `${title} (${code(file)})`).join('; '),
    ]),
  );
