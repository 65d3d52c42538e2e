
const net = require('node:net');
const { spawn } = require('node:child_process');
const [socket, port, attended, program, ...args] = process.argv.slice(2);
// A person's keys are for the program alone, which may take its time to end.
if (attended) for (const signal of ['SIGINT', 'SIGQUIT', 'SIGHUP', 'SIGTERM']) process.on(signal, () => {});
const server = net.createServer({ allowHalfOpen: true }, from => {
  const to = net.connect({ path: socket, allowHalfOpen: true });
  from.pipe(to);
  to.pipe(from);
  for (const [one, other] of [[from, to], [to, from]]) one.on('error', () => other.destroy());
});
server.on('error', error => { console.error('toolgate: no network:', error.message); process.exit(126); });
const run = () => {
  const child = spawn(program, args, { stdio: ['inherit', 'inherit', 'inherit', 'ignore', 'ignore', 'ignore', 6] });
  child.on('error', error => { console.error(error.message); process.exit(127); });
  child.on('exit', (code, signal) => tellUnrouted(() => process.exit(code ?? 128 + require('node:os').constants.signals[signal])));
};
if (socket) server.listen(Number(port), '127.0.0.1', run);
else run();
// Packets past the proxy found no way, and the kernel has counted them. The proxy is asked for a name that says so.
const tellUnrouted = done => {
  let tried = false;
  try {
    const { readFileSync } = require('node:fs');
    const [names, counts] = readFileSync('/proc/net/snmp', 'utf8').split('\n').filter(line => line.startsWith('Ip:')).map(line => line.split(' '));
    tried = Number(counts[names.indexOf('OutNoRoutes')]) > 0 || /^Ip6OutNoRoutes\s+[1-9]/m.test(readFileSync('/proc/net/snmp6', 'utf8'));
  } catch {}
  if (!tried || !socket) return done();
  const told = net.connect({ path: socket });
  const timer = setTimeout(done, 1000);
  told.on('error', () => {}).on('close', () => { clearTimeout(timer); done(); }).resume();
  told.end('CONNECT unrouted.toolgate.invalid:1 HTTP/1.1\r\nHost: unrouted.toolgate.invalid\r\n\r\n');
};
