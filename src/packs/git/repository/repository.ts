import type { RepositoryPlace } from './find-repository.ts';
import type { ConfigPair } from './neutral-config.ts';
import type { UserGitConfig } from './user-config.ts';

/** A repository as it was found: its own data, read without running anything of it. */
export interface Repository {
  readonly place: RepositoryPlace;
  /** The environment that git goes by, config aside. */
  readonly environment: Readonly<Record<string, string>>;
  /** The config of the repository alone, as it is written. */
  readonly config: readonly ConfigPair[];
  /** The config of the submodules, for git looks into them. */
  readonly below: readonly ConfigPair[];
  /** The user's own config; empty where it was not asked for. */
  readonly user: UserGitConfig;
  /** The operation under way, such as a merge. */
  readonly operation: string | undefined;
  /** Names of hooks that git would run. */
  readonly hooks: readonly string[];
  /** The branch that HEAD stands for; undefined when detached. */
  readonly branch: string | undefined;
  /** The absolute path of the objects. */
  readonly objects: string;
  /** Commits by the names that were asked for; undefined for a name of nothing. */
  readonly commits: readonly (string | undefined)[];
}
