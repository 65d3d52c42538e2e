/** Private data by default, besides anything outside the workspace: keys and credentials. */
export const PRIVATE: readonly string[] = [
  ...['.env*', '*.pem', '*.key', '*.p12', '*.pfx', '*.jks', '*.keystore', '*.kdbx', '*.ppk', 'id_rsa*', 'id_dsa*'],
  ...['id_ecdsa*', 'id_ed25519*', '.ssh', '.gnupg', '.aws', '.azure', '.kube', '.netrc', '_netrc', '.npmrc', '.pypirc'],
  ...['.pgpass', '.my.cnf', '.htpasswd', '.git-credentials', '.vault-token', '.envrc', '**/.docker/config.json'],
  ...['**/.config/gh/hosts.yml', '**/.config/gcloud/**', '**/.cargo/credentials*', '**/.gem/credentials'],
  ...['credentials.json', 'service-account*.json', 'secrets.json', 'secrets.y*ml'],
];

/**
 * Files that run later by themselves, by default: whoever writes one has a command run without being asked. Files that
 * people run knowingly (a Makefile, a script of package.json) or only models read (AGENTS.md) are not among them.
 */
export const PROTECTED: readonly string[] = [
  // Git, of the workspace, of worktrees and of submodules, at its next command:
  ...['.git', '**/.git/hooks/**', '**/.git/config', '**/.git/config.worktree', '**/.git/info/attributes'],
  ...['**/.git/modules/**/hooks/**', '**/.git/modules/**/config', '**/.git/commondir'],
  ...['**/.git/worktrees/**/config.worktree', '**/.git/worktrees/**/hooks/**', '**/.git/worktrees/**/commondir'],
  ...['**/.git/rebase-merge/**', '**/.git/rebase-apply/**', '**/.git/sequencer/**', '.gitmodules', '.gitattributes'],
  ...['.gitconfig', '**/.config/git/**'],
  // Hooks that git calls, at the next commit:
  ...['.githooks', '.husky', '.huskyrc*', '.lefthook', 'lefthook.y*ml', '.lefthook.y*ml', 'lefthook-local.y*ml'],
  ...['lefthook.toml', 'lefthook.json', '.pre-commit-config.y*ml', '.overcommit.yml', '.simple-git-hooks.*'],
  // Toolgate itself and other agents, which start servers and hooks that their config names:
  ...['toolgate.config.*', '.toolgate', '**/.config/toolgate/**', '**/.local/state/toolgate/**'],
  ...['**/.cache/toolgate/**', '.mcp.json', '.cursor', '.claude', '.claude.json', '.codex', '.gemini', '.qwen'],
  ...['.windsurf', '.continue', '.kiro', '.roo', '.cline', '.opencode', 'opencode.json*', '.amazonq', '.augment'],
  ...['.crush.json', 'crush.json', '.junie', '.trae', '.aider.conf.yml', '.copilot', '.pi', '**/.github/hooks/**'],
  ...['**/.config/opencode/**'],
  // Shells and desktops, when one starts or enters the folder:
  ...['.profile', '.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.bash_aliases', '.zshrc', '.zshenv'],
  ...['.zprofile', '.zlogin', '.zlogout', '.kshrc', '.cshrc', '.tcshrc', '.login', '.xonshrc', '.inputrc'],
  ...['*profile.ps1', '.pam_environment', '.tmux.conf', '.screenrc', '.ssh', '.forward', '.procmailrc', '.xprofile'],
  ...['.xinitrc', '.xsession', '.xsessionrc', '**/.config/fish/**', '**/.config/nushell/**', '**/.config/autostart/**'],
  ...['**/.config/systemd/**', '**/Library/LaunchAgents/**', '.envrc', '.direnv', '.autoenv', '.autoenv.zsh'],
  ...['mise.toml', '.mise.toml', 'mise.*.toml', '.mise.*.toml', '.mise', '**/.config/mise/**', '**/.config/mise.toml'],
  ...['.rtx.toml'],
  // Debuggers and prompts of languages, when one starts in the folder:
  ...['.gdbinit', '.lldbinit', '.psqlrc', '.sqliterc', '.Rprofile', '.Renviron', '.irbrc', '.pryrc', '.rdbgrc'],
  ...['.byebugrc', '.pdbrc', '.ghci', '.iex.exs', '.ocamlinit', '.perldb', '.octaverc'],
  // Editors, when the folder is opened or a file is looked at:
  ...['**/.vscode/tasks.json', '**/.vscode/launch.json', '**/.vscode/settings.json', '**/.vscode/extensions.json'],
  ...['**/.vscode/mcp.json', '*.code-workspace', '.idea', '.run', '.fleet', '**/.vs/*.json', '**/.zed/tasks.json'],
  ...['**/.zed/settings.json', '**/.zed/debug.json', '*.sublime-project', '.helix', '.vimrc', '_vimrc', '.gvimrc'],
  ...['.exrc', '.lvimrc', '.nvimrc', '.nvim.lua', '.vim', '.dir-locals*.el', '.emacs', '.emacs.d'],
  ...['**/.config/emacs/**', '**/.config/nvim/**', '.externalToolBuilders', '.luarc.json', '.pylintrc', 'pylintrc'],
  // Machines that are set up for whoever opens the project:
  ...['.devcontainer', '.devcontainer.json', '.gitpod.y*ml', '.gitpod.Dockerfile', '.replit', '.idx', '.codesandbox'],
  ...['.stackblitzrc', 'devfile.y*ml', '.devfile.y*ml'],
  // Continuous integration, at the next push:
  ...['**/.github/workflows/**', '**/.github/actions/**', '**/.forgejo/workflows/**', '**/.gitea/workflows/**'],
  ...['.gitlab-ci.y*ml', '**/.gitlab/ci/**', '.circleci', '.buildkite', '.teamcity', '.semaphore', '.woodpecker'],
  ...['.woodpecker.y*ml', '.drone.y*ml', '.drone.star', '.travis.y*ml', '.cirrus.y*ml', '.cirrus.star'],
  ...['.appveyor.y*ml', 'appveyor.y*ml', 'azure-pipelines*', '.azure-pipelines', 'bitbucket-pipelines.y*ml'],
  ...['cloudbuild.y*ml', 'buildspec.y*ml', '.builds', '.build.yml', '.tekton', 'Jenkinsfile*'],
  // Package managers, build tools and interpreters, whatever they are called for:
  ...['.npmrc', '.yarnrc', '.yarnrc.y*ml', '**/.yarn/plugins/**', '**/.yarn/releases/**', '.pnpmfile.*', 'pnpmfile.js'],
  ...['bunfig.toml', '**/.cargo/config', '**/.cargo/config.toml', 'rust-toolchain', 'rust-toolchain.toml', 'pip.conf'],
  ...['.bazelrc', '.bazeliskrc', '**/tools/bazel', '**/.mvn/**', '**/.bundle/config', '.gemrc', 'ansible.cfg'],
  ...['.curlrc', '.wgetrc', 'sitecustomize.py', 'usercustomize.py', 'conftest.py', '**/site-packages/*.pth'],
  ...['**/dist-packages/*.pth'],
];
