/**
 * The library that puts questions. Ctrl-D ends a question as Ctrl-C does: the library would read no more keys, and
 * wait for an answer all the same.
 */
export async function loadPrompts() {
  const prompts = await import('@clack/prompts');
  prompts.updateSettings({ aliases: { '\x04': 'cancel' } });
  return prompts;
}
