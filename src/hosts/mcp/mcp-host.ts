import type { ConfigPlace } from '../host.ts';

export interface ServerLine {
  readonly command: string;
  readonly args: readonly string[];
}

/** One file of a host's config; texts in, texts out. */
export interface McpConfigFile {
  readonly file: string;
  /** The file with our server in it and the host's own tools off, once. Throws where it cannot be read. */
  install(text: string | undefined): string;
  /** The file as it was but for what others changed; `before` is the text before the install, if that is known. */
  uninstall(text: string, before: string | undefined): string | undefined;
  isInstalled(text: string): boolean;
}

export interface McpHost {
  readonly title: string;
  /** The files of the config; undefined: the host has no config of that kind. */
  files(place: ConfigPlace, line: ServerLine): readonly McpConfigFile[] | undefined;
  /** A prefix that the host puts before our names: some hosts drop a tool that has the bare name of one turned off. */
  readonly prefix?: string;
  readonly afterwards: readonly string[];
}
