/** The problem with this version of Node, if there is one; `engines` in package.json says the same. */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major >= 24 || (major === 22 && minor >= 19)) return undefined;
  return `Node ${version} is not enough: Toolgate needs 22.19 or a newer 22, or 24 and newer`;
}
