// Runs a script that calls tools. Its clock and its random numbers come from the gate, so that the same script does the
// same when it is run again from its start.
const { createHash } = require('node:crypto');
const crypto = require('node:crypto');
const fs = require('node:fs');
const { createRequire } = require('node:module');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');
const { StringDecoder } = require('node:string_decoder');
const { pathToFileURL } = require('node:url');
const vm = require('node:vm');

const given = process.env.TOOLGATE_SCRIPT && JSON.parse(process.env.TOOLGATE_SCRIPT);
delete process.env.TOOLGATE_SCRIPT;

class ToolError extends Error {
  constructor({ code, message, suggestion, retryable }, from = '') {
    super(`${code}: ${message}${suggestion ? `\n${suggestion}` : ''}`);
    this.stack = `ToolError: ${this.message}${from}`;
    this.name = 'ToolError';
    this.code = code;
    this.suggestion = suggestion;
    this.retryable = retryable;
  }
}

/** The clock stands still but for a millisecond each time it is looked at, and goes on when a tool has answered. */
let clock = given ? given.now : 0;

function openTools() {
  const channel = new net.Socket({ fd: 9, readable: true, writable: true });
  const decoder = new StringDecoder('utf8');
  const waiting = new Map();
  let last = 0;
  let text = '';
  channel.unref();
  channel.on('data', chunk => {
    text += decoder.write(chunk);
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      const { id, at, ok, value, error } = JSON.parse(text.slice(0, end));
      text = text.slice(end + 1);
      clock = Math.max(clock, at);
      const { resolve, reject, from } = waiting.get(id);
      waiting.delete(id);
      if (waiting.size === 0) channel.unref();
      if (ok) resolve(value);
      else reject(new ToolError(error, from));
    }
  });
  channel.on('error', () => {});
  channel.on('close', () => {
    for (const { reject } of waiting.values())
      reject(new ToolError({ code: 'ABORTED', message: 'The tools are gone', retryable: false }));
    waiting.clear();
  });
  const call = (name, args = {}) =>
    new Promise((resolve, reject) => {
      if (typeof args !== 'object' || args === null || Array.isArray(args))
        throw new TypeError(`tools.${name} takes one object: tools.${name}({ … })`);
      const line = JSON.stringify({ id: ++last, name, args });
      // The lines of the script that led here, and none of ours.
      const from = new Error('call').stack.split('\n').filter(each => each.includes('code.js:'));
      waiting.set(last, { resolve, reject, from: from.map(each => `\n${each}`).join('') });
      channel.ref();
      channel.write(`${line}\n`);
    });
  const find = (query, limit) => call('find_tools', limit === undefined ? { query } : { query, limit });
  return new Proxy(Object.freeze({}), {
    get: (_, name) => {
      if (typeof name !== 'string' || name === 'then') return undefined;
      return name === 'find' ? find : args => call(name, args);
    },
  });
}

/** Sets the clock and the random numbers of the script as the gate gave them. */
function settle() {
  let count = 0;
  let left = Buffer.alloc(0);
  const bytes = size => {
    const made = Buffer.alloc(size);
    for (let at = 0; at < size; ) {
      if (left.length === 0) left = createHash('sha256').update(`${given.seed} ${count++}`).digest();
      const taken = left.copy(made, at, 0, Math.min(left.length, size - at));
      left = left.subarray(taken);
      at += taken;
    }
    return made;
  };
  const uuid = () => {
    const raw = bytes(16);
    raw[6] = (raw[6] & 0x0f) | 0x40;
    raw[8] = (raw[8] & 0x3f) | 0x80;
    return raw.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
  const look = () => clock++;
  const RealDate = Date;
  const ScriptDate = new Proxy(RealDate, {
    construct: (target, args, wanted) =>
      Reflect.construct(target, args.length === 0 ? [look()] : args, wanted === ScriptDate ? target : wanted),
    apply: () => new RealDate(look()).toString(),
    get: (target, name) => (name === 'now' ? look : Reflect.get(target, name)),
  });
  globalThis.Date = ScriptDate;
  performance.now = () => look() - given.now;
  Math.random = () => bytes(6).readUIntBE(0, 6) / 2 ** 48;
  const fill = into => {
    const view = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
    view.set(bytes(view.length));
    return into;
  };
  crypto.randomUUID = uuid;
  crypto.randomBytes = bytes;
  crypto.getRandomValues = fill;
  globalThis.crypto.randomUUID = uuid;
  globalThis.crypto.getRandomValues = fill;
}

/** A script may return and await; one that imports is a module, whose default export is what it gives. */
async function run(code, args) {
  const require = createRequire(path.join(process.cwd(), 'code.js'));
  Object.assign(globalThis, { args, ToolError, ...(given ? { tools: openTools() } : {}) });
  try {
    const body = new vm.Script(`(async require => {\n${code}\n})`, {
      filename: 'code.js',
      lineOffset: -1,
      importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    return await body.runInThisContext()(require);
  } catch (error) {
    if (!(error instanceof SyntaxError && /import statement|'export'|'import\.meta'/.test(error.message))) throw error;
    const file = path.join(os.tmpdir(), 'code.mjs');
    fs.writeFileSync(file, code);
    return (await import(pathToFileURL(file).href)).default;
  }
}

const code = fs.readFileSync('__PROGRAM__', 'utf8');
if (given) settle();
run(code, process.argv.slice(1)).then(
  result => {
    if (result !== undefined) console.log(typeof result === 'string' ? result : (JSON.stringify(result, null, 2) ?? String(result)));
  },
  error => {
    console.error(error instanceof ToolError ? `Uncaught ${error.stack}` : (error?.stack ?? error));
    process.exitCode = 1;
  },
);
