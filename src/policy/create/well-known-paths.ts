/** Private data by default, besides anything outside the workspace: keys and credentials. */
export const PRIVATE: readonly string[] = [
  '.env*',
  '*.pem',
  '*.key',
  '*.p12',
  '*.pfx',
  '*.jks',
  '*.keystore',
  '*.kdbx',
  '*.ppk',
  'id_rsa*',
  'id_dsa*',
  'id_ecdsa*',
  'id_ed25519*',
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.netrc',
  '_netrc',
  '.npmrc',
  '.pypirc',
  '.pgpass',
  '.my.cnf',
  '.htpasswd',
  '.git-credentials',
  '.vault-token',
  '.envrc',
  '**/.docker/config.json',
  '**/.config/gh/hosts.yml',
  '**/.config/gcloud/**',
  '**/.cargo/credentials*',
  '**/.gem/credentials',
  'credentials.json',
  'service-account*.json',
  'secrets.json',
  'secrets.y*ml',
];

interface RunsLater {
  /** The program that runs the files, and when. */
  readonly by: string;
  readonly globs: readonly string[];
}

/** Files that run later by themselves, unlike those that people run knowingly (a Makefile) or only models read. */
const RUNS_LATER: readonly RunsLater[] = [
  {
    by: 'git, of the workspace, of worktrees and of submodules, at its next command',
    globs: [
      ...['.git', '**/.git/hooks/**', '**/.git/config', '**/.git/config.worktree', '**/.git/info/attributes'],
      ...['**/.git/modules/**/hooks/**', '**/.git/modules/**/config', '**/.git/commondir'],
      ...['**/.git/worktrees/**/config.worktree', '**/.git/worktrees/**/hooks/**', '**/.git/worktrees/**/commondir'],
      ...['**/.git/rebase-merge/**', '**/.git/rebase-apply/**', '**/.git/sequencer/**'],
      ...['.gitmodules', '.gitattributes', '.gitconfig', '**/.config/git/**'],
    ],
  },
  {
    by: 'hooks that git calls, at the next commit',
    globs: [
      ...['.githooks', '.husky', '.huskyrc*', '.lefthook', 'lefthook.y*ml', '.lefthook.y*ml', 'lefthook-local.y*ml'],
      ...['lefthook.toml', 'lefthook.json', '.pre-commit-config.y*ml', '.overcommit.yml', '.simple-git-hooks.*'],
    ],
  },
  {
    by: 'Toolgate itself and other agents, which start servers and hooks that their config names',
    globs: [
      ...['toolgate.config.*', '.toolgate', '**/.config/toolgate/**', '**/.local/state/toolgate/**'],
      ...['**/.cache/toolgate/**', '.mcp.json', '.cursor', '.claude', '.claude.json', '.codex', '.gemini', '.qwen'],
      ...['.windsurf', '.continue', '.kiro', '.roo', '.cline', '.opencode', 'opencode.json*', '.amazonq', '.augment'],
      ...['.crush.json', 'crush.json', '.junie', '.trae', '.aider.conf.yml', '.copilot', '.pi', '**/.github/hooks/**'],
      ...['**/.config/opencode/**'],
    ],
  },
  {
    by: 'shells and desktops, when one starts or enters the folder',
    globs: [
      ...['.profile', '.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.bash_aliases', '.zshrc', '.zshenv'],
      ...['.zprofile', '.zlogin', '.zlogout', '.kshrc', '.cshrc', '.tcshrc', '.login', '.xonshrc', '.inputrc'],
      ...['*profile.ps1', '.pam_environment', '.tmux.conf', '.screenrc', '.ssh', '.forward', '.procmailrc'],
      ...['.xprofile', '.xinitrc', '.xsession', '.xsessionrc', '**/.config/fish/**', '**/.config/nushell/**'],
      ...['**/.config/autostart/**', '**/.config/systemd/**', '**/Library/LaunchAgents/**'],
      ...['.envrc', '.direnv', '.autoenv', '.autoenv.zsh', 'mise.toml', '.mise.toml', 'mise.*.toml', '.mise.*.toml'],
      ...['.mise', '**/.config/mise/**', '**/.config/mise.toml', '.rtx.toml'],
    ],
  },
  {
    by: 'debuggers and prompts of languages, when one starts in the folder',
    globs: [
      ...['.gdbinit', '.lldbinit', '.psqlrc', '.sqliterc', '.Rprofile', '.Renviron', '.irbrc', '.pryrc', '.rdbgrc'],
      ...['.byebugrc', '.pdbrc', '.ghci', '.iex.exs', '.ocamlinit', '.perldb', '.octaverc'],
    ],
  },
  {
    by: 'editors, when the folder is opened or a file is looked at',
    globs: [
      ...['**/.vscode/tasks.json', '**/.vscode/launch.json', '**/.vscode/settings.json', '**/.vscode/extensions.json'],
      ...['**/.vscode/mcp.json', '*.code-workspace', '.idea', '.run', '.fleet', '**/.vs/*.json'],
      ...['**/.zed/tasks.json', '**/.zed/settings.json', '**/.zed/debug.json', '*.sublime-project', '.helix'],
      ...['.vimrc', '_vimrc', '.gvimrc', '.exrc', '.lvimrc', '.nvimrc', '.nvim.lua', '.vim', '.dir-locals*.el'],
      ...['.emacs', '.emacs.d', '**/.config/emacs/**', '**/.config/nvim/**', '.externalToolBuilders'],
      ...['.luarc.json', '.pylintrc', 'pylintrc'],
    ],
  },
  {
    by: 'machines that are set up for whoever opens the project',
    globs: [
      ...['.devcontainer', '.devcontainer.json', '.gitpod.y*ml', '.gitpod.Dockerfile', '.replit', '.idx'],
      ...['.codesandbox', '.stackblitzrc', 'devfile.y*ml', '.devfile.y*ml'],
    ],
  },
  {
    by: 'continuous integration, at the next push',
    globs: [
      ...['**/.github/workflows/**', '**/.github/actions/**', '**/.forgejo/workflows/**', '**/.gitea/workflows/**'],
      ...['.gitlab-ci.y*ml', '**/.gitlab/ci/**', '.circleci', '.buildkite', '.teamcity', '.semaphore', '.woodpecker'],
      ...['.woodpecker.y*ml', '.drone.y*ml', '.drone.star', '.travis.y*ml', '.cirrus.y*ml', '.cirrus.star'],
      ...['.appveyor.y*ml', 'appveyor.y*ml', 'azure-pipelines*', '.azure-pipelines', 'bitbucket-pipelines.y*ml'],
      ...['cloudbuild.y*ml', 'buildspec.y*ml', '.builds', '.build.yml', '.tekton', 'Jenkinsfile*'],
    ],
  },
  {
    by: 'package managers, build tools and interpreters, whatever they are called for',
    globs: [
      ...['.npmrc', '.yarnrc', '.yarnrc.y*ml', '**/.yarn/plugins/**', '**/.yarn/releases/**', '.pnpmfile.*'],
      ...['pnpmfile.js', 'bunfig.toml', '**/.cargo/config', '**/.cargo/config.toml', 'rust-toolchain'],
      ...['rust-toolchain.toml', 'pip.conf', '.bazelrc', '.bazeliskrc', '**/tools/bazel', '**/.mvn/**'],
      ...['**/.bundle/config', '.gemrc', 'ansible.cfg', '.curlrc', '.wgetrc'],
      ...['sitecustomize.py', 'usercustomize.py', 'conftest.py'],
      ...['**/site-packages/*.pth', '**/dist-packages/*.pth'],
    ],
  },
];

export const PROTECTED: readonly string[] = RUNS_LATER.flatMap(({ globs }) => globs);
