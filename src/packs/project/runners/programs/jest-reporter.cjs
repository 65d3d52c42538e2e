
const { appendFileSync } = require('node:fs');
__SHARED__
const NAMES = ' > ';
const nameOf = (file, each, index) => ({
  id: file + '#' + index, name: [...each.ancestorTitles, each.title].join(NAMES), file, line: each.location?.line, pattern: each.fullName,
});
function endOf(file, each, index) {
  const failed = each.status === 'failed';
  const text = cut((each.failureMessages ?? []).join('\n'));
  const message = text.split('\n').filter(line => !/^\s+at .*[:(]/.test(line)).join('\n').trim();
  return { t: 'end', ...nameOf(file, each, index), line: (failed && lineIn(text, file)) || each.location?.line,
    status: failed ? 'failed' : each.status === 'passed' ? 'passed' : 'skipped', ...(failed ? { message } : {}) };
}
module.exports = class {
  constructor() { this.files = new Map(); }
  /** The events of a file's worker. Where the worker died the file is tried anew, so the last life counts. */
  ofFile(file) {
    if (!this.files.has(file)) this.files.set(file, { ended: new Map(), begun: new Map() });
    return this.files.get(file);
  }
  onTestCaseStart(test, each) {
    const { begun } = this.ofFile(test.path);
    const name = nameOf(test.path, { ...each, fullName: [...each.ancestorTitles, each.title].join(' ') }, [...each.ancestorTitles, each.title].join(NAMES));
    if (begun.has(name.id)) return;
    begun.set(name.id, name);
    say({ t: 'start', ...name });
  }
  onTestCaseResult(test, each) {
    const { ended } = this.ofFile(test.path);
    const name = [...each.ancestorTitles, each.title].join(NAMES);
    if (ended.has(name)) return;
    ended.set(name, endOf(test.path, each, name));
    say(ended.get(name));
  }
  onTestFileResult(test, result) {
    const { ended, begun } = this.ofFile(test.path);
    this.files.delete(test.path);
    const died = /worker process .*was terminated|Call retries were exceeded|process\.exit/.test(result.testExecError?.message ?? result.failureMessage ?? '') && begun.size > 0;
    if (result.testExecError && !died) {
      const text = cut(result.failureMessage || result.testExecError.message);
      const lines = text.split('\n').filter(line => !/^\s+at .*[:(]|^\s*● Test suite failed to run/.test(line));
      say({ t: 'broken', file: test.path, line: lineIn(result.testExecError.stack, test.path) ?? lineIn(text, test.path), message: lines.map(line => line.replace(/^ {4}/, '')).join('\n').trim() });
      return;
    }
    const seen = new Map();
    const ends = died ? [...ended.values()] : result.testResults.map(each => {
      const name = [...each.ancestorTitles, each.title].join(NAMES);
      const count = seen.get(name) ?? 0;
      seen.set(name, count + 1);
      return endOf(test.path, each, count === 0 ? name : name + '#' + count);
    });
    for (const end of ends) { say(end); begun.delete(end.id); }
    if (!died) return;
    const why = /signal=\w+, exitCode=\w+/.exec(result.failureMessage ?? '')?.[0] ?? 'its process ended, and again when it was tried anew';
    for (const name of begun.values()) say({ ...name, t: 'end', status: 'failed', crash: true, died: true, message: cut('The process of the tests died while this test ran: ' + why) });
  }
  onRunComplete() { say({ t: 'finished' }); }
};
