
const cut = text => String(text ?? '').replace(/\u001b\[[0-9;]*m/g, '').slice(0, 8000);
const say = event => appendFileSync(OUT, JSON.stringify(event) + '\n');
/** The first place of a stack that lies in a file. */
function lineIn(stack, file) {
  for (const line of String(stack ?? '').split('\n')) {
    const at = line.indexOf(file + ':');
    const found = at < 0 ? null : /^:(\d+)/.exec(line.slice(at + file.length));
    if (found) return Number(found[1]);
  }
  return undefined;
}
