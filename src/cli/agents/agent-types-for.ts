import type { AgentType } from '../../agents/types/agent-type.ts';
import { createAgentTypes } from '../../agents/types/agent-types.ts';
import { type AgentFile, hashAgentFiles, projectAgentFiles, userAgentFiles } from '../../config/files/agent-files.ts';
import { areAgentsTrusted } from '../../config/files/trust.ts';
import { checkPacks } from '../../config/keys/check-keys.ts';
import type { Settings } from '../../config/load-settings.ts';
import { asUsage } from '../failure.ts';
import { packNames } from '../pack-names.ts';

/** The built-in agents, those of the workspace once it is trusted, and the user's own, which win. */
export async function agentTypesFor({ workspace, trusted, agents }: Settings) {
  const project = projectAgentFiles(workspace.root);
  const isTrusted = trusted && areAgentsTrusted(workspace.root, hashAgentFiles(project), process.env);
  const untrusted = `the ${project.length} agents in .toolgate/agents are not trusted, so they are not used`;
  const withheld = project.length > 0 && !isTrusted ? [`${untrusted}. To allow them: toolgate trust`] : [];
  const sources = [
    { where: 'this workspace', types: await parsed(isTrusted ? project : []) },
    { where: 'your config folder', types: await parsed(userAgentFiles(process.env)) },
  ];
  const chosen = agents?.filter(name => isTrusted || !project.some(file => file.name === name));
  const types = asUsage(() => createAgentTypes(sources, chosen));
  return { types, notes: [...withheld, ...types.notes] };
}

/** Agents' files, read. Most people have none, and then the code that reads them is not even loaded. */
async function parsed(files: readonly AgentFile[]): Promise<readonly AgentType[]> {
  if (files.length === 0) return [];
  const { parseAgentFile } = await import('../../agents/types/parse-agent-file.ts');
  return asUsage(() =>
    files.map(({ name, file, text }) => {
      const type = parseAgentFile(name, text, file);
      checkPacks(type.packs ?? [], packNames(), file);
      return type;
    }),
  );
}
