import type { RepositoryPlace } from './find-repository.ts';
import type { ConfigPair } from './neutral-config.ts';
import type { UserGitConfig } from './user-config.ts';

/** A repository as it was found: what it says of itself, and nothing of it was run. */
export interface Repository {
  readonly place: RepositoryPlace;
  /** What git goes by, config aside. */
  readonly environment: Readonly<Record<string, string>>;
  /** The config of the repository alone, as it is written. */
  readonly config: readonly ConfigPair[];
  /** The config of its submodules, for git looks into them. */
  readonly below: readonly ConfigPair[];
  /** Empty where it was not asked for. */
  readonly user: UserGitConfig;
  /** What is going on, such as a merge. */
  readonly operation: string | undefined;
  /** Names of hooks that git would run. */
  readonly hooks: readonly string[];
  /** The branch that HEAD stands for; undefined when detached. */
  readonly branch: string | undefined;
  /** Absolute path of the objects. */
  readonly objects: string;
  /** Commits by the names that were asked for; undefined for names of nothing. */
  readonly commits: readonly (string | undefined)[];
}
