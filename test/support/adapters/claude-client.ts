import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import type { ClaudeOptions } from '../../../src/adapters/claude/index.ts';

/** Connects to the server in this process as the SDK does. */
export async function connectToClaudeServer({ mcpServers }: Pick<ClaudeOptions, 'mcpServers'>): Promise<Client> {
  const [there, here] = InMemoryTransport.createLinkedPair();
  const [server] = Object.values(mcpServers);
  await (server!.instance as { connect(transport: InMemoryTransport): Promise<void> }).connect(there);
  const client = new Client({ name: 'claude-code', version: '0.0.0' });
  await client.connect(here);
  onTestFinished(() => client.close());
  return client;
}
