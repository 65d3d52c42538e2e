
import { appendFileSync } from 'node:fs';
import { beforeEach, onTestFinished } from 'vitest';
beforeEach(({ task }) => {
  const names = [task.name];
  for (let suite = task.suite; suite?.name; suite = suite.suite) if (suite !== task.file) names.unshift(suite.name);
  const event = { t: 'start', id: task.id, name: names.join(' > '), file: task.file.filepath, line: task.location?.line, pattern: names.join(' ') };
  appendFileSync(OUT, JSON.stringify(event) + '\n');
  onTestFinished(() => {
    const over = { t: 'over', id: task.id, status: task.result?.state === 'fail' ? 'failed' : 'passed', message: task.result?.errors?.[0]?.message };
    appendFileSync(OUT, JSON.stringify(over) + '\n');
  });
});
