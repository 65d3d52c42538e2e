/** An error in a config, a variable or a flag: wrong usage, not a failed call. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly suggestion: string | undefined;

  constructor(message: string, suggestion?: string) {
    super(message);
    this.suggestion = suggestion;
  }
}
