import { readProgram } from '../../tool/loading/read-program.ts';
/**
 * The program that Node runs inside the sandbox, where there is a network: it listens on the job's own loopback, hands
 * every connection to the proxy's socket, and runs the job. Plain text, for nothing of ours can be imported there.
 * Arguments: the socket, or nothing where there is no network; the port; whether a person attends it; then the command.
 */
export const BRIDGE = readProgram(new URL('./bridge.cjs', import.meta.url));
