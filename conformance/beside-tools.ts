import {
  acceptedContent,
  completable,
  inputRequired,
  type McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { PNG } from './content-tools.ts';

type Content = { type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string };

const message = (content: Content) => ({ role: 'user' as const, content });
const text = (value: string) => message({ type: 'text', text: value });

const askContext = inputRequired.elicit({
  message: 'What is it about?',
  requestedSchema: { type: 'object', properties: { context: { type: 'string' } }, required: ['context'] },
});

/** Prompts and resources, which the gate has none of. */
export function serveBesideTools(server: McpServer): void {
  servePrompts(server);
  serveResources(server);
}

function servePrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'A simple prompt' }, () => ({
    messages: [text('This is a simple prompt for testing.')],
  }));
  const cities = (value: string) => ['paris', 'park', 'party'].filter(each => each.startsWith(value));
  const argsSchema = z.object({
    arg1: completable(z.string().describe('First test argument'), cities),
    arg2: z.string().describe('Second test argument'),
  });
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'A prompt with arguments', argsSchema },
    ({ arg1, arg2 }) => ({ messages: [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'A prompt with a resource', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => {
      const resource = { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' };
      return {
        messages: [
          { role: 'user', content: { type: 'resource', resource } },
          text('Please process the embedded resource above.'),
        ],
      };
    },
  );
  server.registerPrompt('test_prompt_with_image', { description: 'A prompt with an image' }, () => ({
    messages: [message({ type: 'image', data: PNG, mimeType: 'image/png' }), text('Please analyze the image above.')],
  }));
  server.registerPrompt('test_input_required_result_prompt', { description: 'A prompt that asks' }, ctx => {
    const given = acceptedContent(ctx.mcpReq.inputResponses, 'user_context');
    if (!given) return inputRequired({ inputRequests: { user_context: askContext } });
    return { messages: [text(`The context: ${JSON.stringify(given)}`)] };
  });
}

function serveResources(server: McpServer): void {
  const mimeType = 'text/plain';
  const fixed = (name: string, content: { text: string } | { blob: string }, type = mimeType) => {
    const uri = `test://${name}`;
    server.registerResource(name, uri, { description: `Fixture ${name}`, mimeType: type }, () => ({
      contents: [{ uri, mimeType: type, ...content }],
    }));
  };
  fixed('static-text', { text: 'This is the content of the static text resource.' });
  fixed('static-binary', { blob: PNG }, 'image/png');
  fixed('watched-resource', { text: 'A resource that may change.' });
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'Fixture template', mimeType: 'application/json' },
    (uri, { id }) => {
      const data = { id, templateTest: true, data: `Data for ID: ${String(id)}` };
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(data) }] };
    },
  );
  if (server.server.getCapabilities().resources?.subscribe) {
    server.server.setRequestHandler('resources/subscribe', () => ({}));
    server.server.setRequestHandler('resources/unsubscribe', () => ({}));
  }
}
