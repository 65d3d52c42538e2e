
import { appendFileSync } from 'node:fs';
import { afterEach, beforeEach } from 'node:test';
__SHARED__
const seen = new Map();
const ids = new Map();
if (process.env.NODE_TEST_CONTEXT === 'child-v8') {
  beforeEach(test => {
    const file = test.filePath ?? process.argv[1];
    const name = test.fullName ?? test.name;
    const key = file + '|' + name;
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    ids.set(name, key + '|' + count);
    appendFileSync(OUT, JSON.stringify({ t: 'start', id: key + '|' + count, name, file, pattern: test.name }) + '\n');
  });
  afterEach(test => {
    const error = test.error?.cause ?? test.error;
    const event = { t: 'over', id: ids.get(test.fullName ?? test.name), status: test.passed === false ? 'failed' : 'passed', message: error?.message, line: lineIn(error?.stack, test.filePath ?? process.argv[1]) };
    appendFileSync(OUT, JSON.stringify(event) + '\n');
  });
}
