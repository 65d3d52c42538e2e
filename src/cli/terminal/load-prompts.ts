/** The library that puts questions. Ctrl-D ends one as Ctrl-C does: else it would wait on without reading keys. */
export async function loadPrompts() {
  const prompts = await import('@clack/prompts');
  prompts.updateSettings({ aliases: { '\x04': 'cancel' } });
  return prompts;
}
