
const net = require('node:net');
const { spawn } = require('node:child_process');
const [socket, port, program, ...args] = process.argv.slice(2);
const server = net.createServer({ allowHalfOpen: true }, from => {
  const to = net.connect({ path: socket, allowHalfOpen: true });
  from.pipe(to);
  to.pipe(from);
  for (const [one, other] of [[from, to], [to, from]]) one.on('error', () => other.destroy());
});
server.on('error', error => { console.error('toolgate: no network:', error.message); process.exit(126); });
server.listen(Number(port), '127.0.0.1', () => {
  const child = spawn(program, args, { stdio: ['inherit', 'inherit', 'inherit', 'ignore', 'ignore', 'ignore', 6] });
  child.on('error', error => { console.error(error.message); process.exit(127); });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + require('node:os').constants.signals[signal]));
});
