import { posix } from 'node:path';
import { sayList } from '../../../text/say.ts';
import type { CallContext } from '../../../tool/context.ts';
import { ToolError } from '../../../tool/error.ts';
import { foldersUp, readPackageJson } from '../read-project-file.ts';
import { evidenceIn, RUNNERS } from './detect-runner.ts';

type ToolFiles = CallContext['files'];

/** The error where no runner was found: why no test was run, and where there may be some. */
export async function noTests(files: ToolFiles, folder: string): Promise<ToolError> {
  const below = await files.find({
    path: '.',
    globs: ['**/{package.json,pyproject.toml,go.mod,Cargo.toml,pom.xml,pytest.ini}'],
    sort: 'path',
    limit: 20,
    maxDepth: 5,
  });
  const places: string[] = [];
  for (const { path } of below.entries) {
    const [best] = await evidenceIn(files, posix.dirname(path));
    if (best) places.push(`${posix.dirname(path)} (${best.runner})`);
  }
  const script = await testScript(files, folder);
  if (script !== undefined && places.length === 0)
    return new ToolError(
      'FILE_NOT_FOUND',
      `The tests of this project are run by ${JSON.stringify(script)}, and run_tests knows only ${RUNNERS.join(', ')}`,
      { suggestion: 'Run them with bash { command: "npm test" }, or give runner if one of these is meant.' },
    );
  return new ToolError(
    'FILE_NOT_FOUND',
    `No tests were found in ${folder} or above it: no package.json with vitest, jest or node:test, no sign of pytest, ` +
      'no go.mod, Cargo.toml or pom.xml',
    {
      suggestion:
        places.length > 0
          ? `Give path as one of: ${sayList(places, 10)}.`
          : `Give path, or runner as one of ${RUNNERS.join(', ')}.`,
    },
  );
}

/** The test script of the nearest package.json, where it is a real one. */
async function testScript(files: ToolFiles, folder: string): Promise<string | undefined> {
  for (const each of foldersUp(folder)) {
    const script = (await readPackageJson(files, each))?.scripts.test;
    if (script !== undefined) return script.includes('no test specified') ? undefined : script.slice(0, 200);
  }
  return undefined;
}
