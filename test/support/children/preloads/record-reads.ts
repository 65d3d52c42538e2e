import fs from 'node:fs';

/**
 * For `--import`: writes what a process reads at once, with its bytes, each function that it makes of a text, and at its
 * end the modules of Node that it has loaded, into the file that LOADS names.
 */
const { readFileSync } = fs;
const tell = (line: string): void => fs.appendFileSync(process.env.LOADS!, `${line}\n`);
fs.readFileSync = ((path: string, options: never) => {
  const read = readFileSync(path, options) as string | Buffer;
  tell(`read ${path} ${read.length}`);
  return read;
}) as typeof fs.readFileSync;
globalThis.Function = new Proxy(Function, {
  construct(target, texts: string[]) {
    tell('made');
    return Reflect.construct(target, texts) as object;
  },
});
process.on('exit', () => {
  const { moduleLoadList } = process as unknown as { readonly moduleLoadList: readonly string[] };
  for (const name of moduleLoadList) tell(`builtin ${name.replace(/^NativeModule /, '')}`);
});
