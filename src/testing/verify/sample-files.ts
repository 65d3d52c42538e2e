/** A small workspace for tools that are verified without files of their own. Harmless, also where someone runs it. */
export const SAMPLE_FILES: Readonly<Record<string, string | Uint8Array>> = {
  'README.md': '# Sample\n\nA small workspace to try tools on.\n',
  'src/main.ts': "import { greet } from './lib/greet.ts';\n\nconsole.log(greet('world'));\n",
  'src/lib/greet.ts': 'export function greet(name: string): string {\n  return "Hello, " + name;\n}\n',
  'data/items.json': '[\n  { "id": 1, "name": "one" },\n  { "id": 2, "name": "two" }\n]\n',
  'notes/plan.txt': 'first line\r\nsecond line\r\n',
  'notes/grün 日本.txt': 'Grüße und 🎈\n',
  'empty.txt': '',
  'bytes.bin': Uint8Array.from([0, 1, 2, 253, 254, 255]),
};
