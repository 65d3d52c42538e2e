export interface Noise {
  readonly says: string;
  /** Each pattern knows a line that tells of success or progress, and of nothing else. */
  readonly lines: readonly RegExp[];
  /** Whether such a line is harmless whatever other words it has, such as the title of a test. */
  readonly isHarmless?: boolean;
  /** Whether only the last line of a row is of interest: it has the newest numbers. */
  readonly keepsLast?: boolean;
}

/**
 * The lines that programs print while they install, build and test. A line that tells of an error is in none of these
 * kinds, whatever other words stand in it; a line of no known kind is kept.
 */
export const NOISE: readonly Noise[] = [
  {
    says: 'passed tests',
    isHarmless: true,
    lines: [
      // vitest, jest, mocha, node --test
      /^\s*(?:✓|✔|√)\s/,
      /^PASS\s+\S/,
      /^\s*ok \d+ - /,
      /^\s*# Subtest: /,
      // pytest
      /^\S+::.+ (?:PASSED|SKIPPED|XFAIL)\b.*\[ *\d+%\]\s*$/,
      /^(?:\S+\.py )?[.sx]+ +\[ *\d+%\]\s*$/,
      // go
      /^\s*=== (?:RUN|PAUSE|CONT|NAME)\s/,
      /^\s*--- (?:PASS|SKIP): /,
      /^ok\s+\S+\s+(?:\d[\d.]*s|\(cached\))/,
      /^\?\s+\S+\s+\[no test files\]$/,
      // cargo, googletest, ctest
      /^test .+ \.\.\. (?:ok|ignored.*)$/,
      /^\[ +(?:RUN|OK) +\] /,
      /^\s*(?:\d+\/\d+ Test +#\d+: .* +Passed +[\d.]+ sec|Start +\d+: .*)$/,
    ],
  },
  {
    says: 'packages fetched',
    isHarmless: true,
    lines: [
      /^npm http (?:fetch \w+ (?:200|304)|cache) /,
      /^(?:➤ )?YN0013: (?:│ )?.* can't be found in the cache and will be fetched/,
    ],
  },
  {
    says: 'packages fetched, unpacked or set up',
    lines: [
      // npm, yarn, pnpm
      /^npm (?:timing|sill|silly|verb|verbose|info)\b/,
      /^(?:➤ )?YN00(?:13|19|00): (?:│ )?(?:┌|└|.*Completed)/,
      /^info (?:fsevents|There appears|Direct dep|All dep)/,
      /^[├└│]─+ \S+@\d/,
      // pip, uv, poetry
      /^\s*(?:Collecting|Using cached|Obtaining dependency information|Requirement already satisfied|Downloading)\b.*$/,
      /^\s*(?:•|- )\s?Installing \S+ \([^)]*\)(?::.*)?$/,
      /^ [+~] \S+==\S+$/,
      // apt, apk, dnf
      /^(?:Get|Hit|Ign):\d+ \S/,
      /^(?:Selecting previously unselected package|Preparing to unpack|Unpacking|Setting up|Processing triggers for) /,
      /^\(Reading database \.\.\./,
      /^\(\d+\/\d+\) (?:Installing|Upgrading) /,
      // cargo, go, gradle, maven, bundler, composer
      /^\s+(?:Compiling|Downloaded|Downloading|Checking|Fresh|Updating|Locking|Adding|Unpacking) \S+(?: v?[\d.].*)?$/,
      /^go: (?:downloading|finding|extracting) /,
      /^(?:\[INFO\] )?Download(?:ing|ed)(?: from \S+)?: https?:/,
      /^(?:Using|Fetching|Installing) \S+ \d[\w.-]*$/,
      /^\s+- (?:Downloading|Installing|Locking|Extracting|Syncing) \S+\/\S+ \(/,
    ],
  },
  {
    says: 'warnings about old packages',
    isHarmless: true,
    lines: [/^npm warn deprecated /i, /^warning ".*> .*" has (?:unmet|incorrect) peer/, /^ ?WARN ?\s*deprecated /],
  },
  {
    says: 'steps of the build',
    lines: [
      // make, cmake, ninja, kbuild
      /^\[ *\d+%\] (?:Building|Linking|Built|Generating) /,
      /^\[\d+\/\d+\] (?:Building|Linking|Compiling|CXX|CC|Generating|Scanning|Copying)\b/,
      /^\s+(?:CC|CXX|LD|AR|AS|GEN|HOSTCC|MKDIR|COPY|INSTALL)(?: \[M\])? +\S+$/,
      /^make(?:\[\d+\])?: (?:Entering|Leaving) directory /,
      // gradle
      /^> Task \S+(?: (?:UP-TO-DATE|NO-SOURCE|FROM-CACHE|SKIPPED))?$/,
      // vite, rollup, webpack, next: the list of files that were written
      /^\s*(?:dist|build|out|\.next|static)\/\S+\s+[\d.,]+ ?[kKM]?i?B\b.*$/,
      /^\s*asset \S+ [\d.]+ [KM]iB\b/,
    ],
  },
  {
    says: 'progress',
    keepsLast: true,
    lines: [
      /^\s*\d{1,3}%\s*(?:$|[[|]|complete\b|done\b)/i,
      /^\s*(?:<s> )?\[?(?:downloading|uploading|extracting|processing|progress|copying|fetching|installing|building|loading|webpack\.Progress)\b.*\d%/i,
      /^\s*[[|][=#█━]*[=#█━>][>=#.\s─-]*[\]|]/,
      /^.{0,60}[━█░▒▓]{6,}.*(?:\d%|\d\/\d)/,
      /^#+ +\d+\.\d%$/,
      /^Progress: resolved \d+/,
      // docker
      /^#\d+ (?:[\d.]+ )?(?:sha256:|\d+%|transferring|resolve |extracting |DONE|CACHED|\.\.\.)/,
      /^[0-9a-f]{12}: (?:Pulling fs layer|Waiting|Verifying Checksum|Download complete|Pull complete|Already exists|Downloading|Extracting)/,
      /^(?:remote: )?(?:Counting|Compressing|Receiving|Writing|Enumerating) objects: /,
      /^Resolving deltas: /,
    ],
  },
];

/** A line of a log that is no warning; such lines are alike when they differ only in their numbers. */
export const LOG_LINE =
  /^(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|\w{3} +\d+ \d\d:\d\d:\d\d|(?:\[)?(?:INFO|DEBUG|TRACE)\b|time=").*(?:INFO|DEBUG|TRACE|info|debug|trace)\b/;

/** A line that must not be missing, whatever kind it is of. */
export const TROUBLE =
  /\b(?:errors?|fail(?:ed|ure|s)?|fatal|panic(?:ked)?|exceptions?|traceback|warn(?:ing)?s?|denied|refused|cannot|can't|not found|no such|undefined|unresolved|segmentation|abort(?:ed)?|killed|timed out|timeout|conflict)\b|✗|✘|×|❌|\bE\d{3,}\b/i;

/** A count of failures in a line: such a line is not harmless. */
export const COUNTS_FAILURES = /\b[1-9]\d* (?:failed|failures?|errors?)\b/i;
