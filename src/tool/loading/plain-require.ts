/** A `require` that bundlers do not see, and so do not replace by their own. */
export const plainRequire = (): NodeJS.Require =>
  process.getBuiltinModule('node:module').createRequire(import.meta.url);
