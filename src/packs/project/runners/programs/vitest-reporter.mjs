
import { appendFileSync } from 'node:fs';
__SHARED__
const EXITED = /process\.exit unexpectedly called|Worker exited unexpectedly/;
const nameOf = test => ({
  id: test.id, name: test.fullName, file: test.module.moduleId, line: test.location?.line,
  pattern: test.fullName.replaceAll(' > ', ' '),
});
function endOf(test) {
  const { state, errors = [] } = test.result();
  const error = errors[0];
  const message = error && cut([error.message, error.cause?.message, error.diff].filter(Boolean).join('\n'));
  const file = test.module.moduleId;
  const line = error?.stacks?.find(each => each.file === file)?.line ?? lineIn(error?.stack, file) ?? test.location?.line;
  const crash = errors.some(each => EXITED.test(each.message));
  return { t: 'end', ...nameOf(test), line, status: state === 'pending' ? 'skipped' : state, message, ...(crash ? { crash } : {}) };
}
class Reporter {
  ended = [];
  onTestCaseResult(test) { say(endOf(test)); this.seen = true; this.ended.push(nameOf(test)); }
  onTestModuleEnd(module) {
    for (const error of module.errors()) {
      if (EXITED.test(error.message)) continue;
      const place = error.stacks?.find(each => each.file === module.moduleId);
      say({ t: 'broken', file: module.moduleId, line: error.loc?.line ?? place?.line ?? lineIn(error.stack, module.moduleId) ?? lineIn(error.message, module.moduleId), message: cut(error.message + (error.frame ? '\n' + error.frame : '')) });
    }
  }
  onTestRunEnd(modules, errors) {
    say({ t: 'finished' });
    for (const module of modules) {
      const state = module.state();
      if (state !== 'pending' && state !== 'queued') continue;
      const why = errors.map(each => each.cause?.message ?? each.message).find(text => text.includes(module.moduleId));
      say({ t: 'broken', dead: true, file: module.moduleId, message: cut(why ?? 'Its process died') });
    }
    for (const error of errors) {
      if (EXITED.test(error.message) || /^\[vitest-pool\]/.test(error.message)) continue;
      const { VITEST_TEST_PATH: file, VITEST_TEST_NAME: name } = error;
      const line = file && (error.stacks?.find(each => each.file === file)?.line ?? lineIn(error.stack, file));
      const test = this.ended.find(each => each.file === file && each.pattern === name?.replaceAll(' > ', ' '));
      const message = cut(error.message);
      // Nobody waited for this failure, so vitest counts the test as passed; the error says which test it was.
      if (test) say({ t: 'end', ...test, line: line ?? test.line, status: 'failed', crash: true, message });
      else say({ t: 'stray', message, file, line });
    }
  }
  /** The end of a run; Vitest before 3 knows only this method. */
  onFinished(files = [], errors = []) {
    if (this.seen) return;
    const walk = (task, names, file) => {
      const name = [...names, task.name];
      if (task.tasks) return task.tasks.forEach(each => walk(each, name, file));
      const state = task.result?.state;
      const error = task.result?.errors?.[0];
      say({ t: 'end', id: task.id, name: name.join(' > '), file, line: lineIn(error?.stack, file) ?? task.location?.line,
        status: state === 'pass' ? 'passed' : state === 'fail' ? 'failed' : 'skipped', message: error && cut([error.message, error.diff].filter(Boolean).join('\n')) });
    };
    for (const file of files) {
      for (const task of file.tasks) walk(task, [], file.filepath);
      if (file.tasks.length === 0) for (const error of file.result?.errors ?? []) say({ t: 'broken', file: file.filepath, message: cut(error.message), line: lineIn(error.stack, file.filepath) });
    }
  }
}
export { Reporter as default };
