// Says that a turn is over, and waits until the turn's work is taken over; for hooks of hosts in a wrap.
const { connect } = require('node:net');
connect('/run/toolgate/turn').on('error', () => {}).on('close', () => process.exit(0)).resume();
