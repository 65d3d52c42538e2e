/** What of package.json a listing is made from. */
interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly description: string;
}

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
/** The registry of MCP takes no longer description. */
const LONGEST = 100;

/** What a package says of where it comes from: npm proves it by provenance, the registry of MCP compares the name. */
export function originOf(repository: string): { readonly mcpName: string; readonly repository: object } {
  const [owner, name, ...rest] = repository.split('/');
  if (!owner || !name || rest.length > 0) throw new Error(`A repository is OWNER/NAME, not "${repository}"`);
  return {
    mcpName: `io.github.${owner}/${name}`,
    repository: { type: 'git', url: `git+https://github.com/${repository}.git` },
  };
}

/** `server.json`, with which the registry of MCP lists the package. */
export function listingOf({ name, version, description }: PackageFile, repository: string): Record<string, unknown> {
  if (description.length > LONGEST)
    throw new Error(`The description has ${description.length} characters; the registry of MCP takes ${LONGEST}`);
  return {
    $schema: SCHEMA,
    name: originOf(repository).mcpName,
    description,
    repository: { url: `https://github.com/${repository}`, source: 'github' },
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
      },
    ],
  };
}
