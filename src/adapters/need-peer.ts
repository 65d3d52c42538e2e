/** Loads a package that the user may not have installed; says what to install when it is missing. */
export async function needPeer<Module>(
  { subpath, name }: { readonly subpath: string; readonly name: string },
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    const { code } = cause as { readonly code?: unknown };
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw cause;
    throw new Error(`${subpath} needs the package ${name}. Install it: npm install ${name}`, { cause });
  }
}
