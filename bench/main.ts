import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Part, PartResult } from './part.ts';
import { describeMachine, printPart, type Report, versionsOf } from './report.ts';

/** In this order; what a peer hooks into every promise is measured last. */
const PARTS = ['startup', 'memory', 'files', 'edit', 'shell', 'search', 'workers', 'growth', 'calls'] as const;

const HELP = `npm run bench [-- PART … --quick --json FILE]
Toolgate beside its floors and its peers, on the same work in the same run.
  PART     ${PARTS.join(', ')} (all where none is named),
           or by itself: questions (what people are asked), hooks (what a hooked command costs)
  --quick  fewer rounds, in about two minutes
  --json   where the numbers go (default: a file below bench/results)`;

const here = import.meta.dirname;
const [first, ...rest] = process.argv.slice(2);
if (first === 'questions') await (await import('./questions/main.ts')).countQuestions(rest);
else if (first === 'hooks') await (await import('./hooks.ts')).measureHooks();
else await measureParts();

async function measureParts(): Promise<void> {
  const { values, positionals } = readArguments();
  if (values.help) return console.log(HELP);
  if (!existsSync(join(here, 'node_modules')))
    spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: here, stdio: 'inherit' });
  const versions = versionsOf(here);
  console.log(
    `${describeMachine()}; ${Object.entries(versions)
      .map(each => each.join(' '))
      .join(', ')}`,
  );
  const parts: Record<string, PartResult> = {};
  for (const name of PARTS.filter(each => positionals.length === 0 || positionals.includes(each))) {
    const { measure } = (await import(new URL(`./parts/${name}.ts`, import.meta.url).href)) as { measure: Part };
    parts[name] = await measure({ quick: values.quick });
    printPart(name, parts[name]);
  }
  const at = new Date().toISOString();
  const report: Report = { at, quick: values.quick, machine: describeMachine(), versions, parts };
  const file = resolve(values.json ?? join(here, 'results', `${at.replaceAll(':', '-')}.json`));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  console.log(`\n${file}`);
}

/** Ends with the usage where an option or a part is not there. */
function readArguments() {
  try {
    const read = parseArgs({
      options: { quick: { type: 'boolean', default: false }, json: { type: 'string' }, help: { type: 'boolean' } },
      allowPositionals: true,
    });
    const unknown = read.positionals.filter(name => !(PARTS as readonly string[]).includes(name));
    if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}`);
    return read;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
    return process.exit(2);
  }
}
