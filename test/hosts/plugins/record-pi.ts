// Stands in the place of the extension of pi while exchanges are recorded.
import { piExtension as real } from '../../../src/hosts/client/pi-extension.ts';
import { noteExchange } from './note-exchange.ts';

type Pi = Parameters<ReturnType<typeof real>>[0];

interface PiEvent {
  readonly toolName: string;
  readonly input: Record<string, unknown>;
  readonly prompt?: string;
}

export const piExtension = (options: unknown) => (pi: Pi) =>
  real(options)({
    on(phase, handler) {
      pi.on<PiEvent>(phase, (event, context) => {
        const { cwd, sessionManager } = context;
        // The rest of what begins a turn is all that the model is told.
        const told = phase === 'before_agent_start' ? { prompt: event.prompt } : event;
        const values = [told, { cwd, session: sessionManager.getSessionId() }];
        const asked = phase === 'tool_call' ? event.input : undefined;
        const ended = phase === 'tool_result' ? { tool: event.toolName, input: event.input, cwd } : undefined;
        return noteExchange({ host: 'pi', phase, values, asked, ended }, () => handler(event as never, context));
      });
    },
  });
