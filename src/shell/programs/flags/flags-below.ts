/** Options by verb, for each of some programs: `docker ps`, `podman ps`. */
export const flagsBelow = (programs: string, flags: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    programs.split(' ').flatMap(name => Object.entries(flags).map(([verb, text]) => [`${name} ${verb}`, text])),
  );
