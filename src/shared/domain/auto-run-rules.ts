/** Who acts on a file by itself, and what it does: a sentence for people. */
export type AutoRunPlace = { readonly tool: string; readonly why: string }

/**
 * Patterns, parted by blanks, are of names in any folder: `*` stands for any part of one name, `**` at the end for
 * everything below, the folder's own name included (which may be a link). The first rule that fits is told.
 */
export type AutoRunRule = AutoRunPlace & {
  readonly patterns: string
  /** The tool looks at the root of the repository alone. */
  readonly onlyAtRoot?: boolean
}

const agents: readonly AutoRunRule[] = [
  {
    tool: 'Claude Code',
    why: 'Claude Code runs the hooks and commands of these settings and follows what is written here.',
    patterns: '.claude/** .claude.json',
  },
  {
    tool: 'Codex',
    why: 'Codex starts what its settings name and follows their rules.',
    patterns: '.codex/**',
  },
  {
    tool: 'Coding agents',
    why: 'Agents start the servers named here when they open the folder.',
    patterns: '.mcp.json mcp.json .vscode/mcp.json',
  },
  {
    tool: 'Coding agents',
    why: 'Agents follow the instructions in this file in every later session.',
    patterns: `
      CLAUDE.md CLAUDE.local.md AGENTS.md AGENTS.override.md AGENT.md GEMINI.md QWEN.md
      .cursorrules .windsurfrules .clinerules/** .roorules* .goosehints .rules .augment-guidelines
      .github/copilot-instructions.md .github/instructions/** .github/prompts/** .github/agents/**
      .github/chatmodes/**`,
  },
  {
    tool: 'Cursor',
    why: 'Cursor starts the servers and hooks named here and follows the rules.',
    patterns: '.cursor/**',
  },
  {
    tool: 'Coding agents',
    why: 'An agent loads its settings, rules and commands from here.',
    patterns: `
      .gemini/** .qwen/** .windsurf/** .roo/** .continue/** .continuerc.json .aider* .opencode/**
      opencode.json* .goose/** .amazonq/** .kiro/** .junie/** .augment/** .agents/** .agent/**
      .trae/** .openhands/** .glovebox/**`,
  },
]

const git: readonly AutoRunRule[] = [
  {
    tool: 'Git',
    why: 'Git runs the hooks, filters and programs named in a repository’s own folder.',
    patterns: '.git/** .gitconfig',
  },
  {
    tool: 'Git',
    why: 'Git takes a folder with this file for a repository and runs the programs of its settings.',
    patterns: 'HEAD',
  },
  {
    tool: 'Git',
    why: 'Git fetches what is named here and may run its hooks.',
    patterns: '.gitmodules',
  },
  {
    tool: 'Git',
    why: 'Git passes files through the filters and merge programs named here.',
    patterns: '.gitattributes',
  },
  {
    tool: 'Git hooks',
    why: 'Git runs these programs on commit, checkout or push.',
    patterns: `
      .husky/** .githooks/** .git-hooks/** lefthook*.yml lefthook*.yaml lefthook*.toml
      lefthook*.json .lefthook/** .lefthook*.yml .pre-commit-config.yaml .pre-commit-config.yml
      .pre-commit-hooks.yaml .overcommit.yml .lintstagedrc* lint-staged.config.*
      .simple-git-hooks.* simple-git-hooks.* .commitlintrc* commitlint.config.* captainhook.json`,
  },
  {
    tool: 'Mercurial, Jujutsu, Subversion',
    why: 'It runs the hooks and programs named in a repository’s own folder.',
    patterns: '.hg/** .hgrc .jj/** .svn/**',
  },
]

const editors: readonly AutoRunRule[] = [
  {
    tool: 'VS Code',
    why: 'VS Code runs these tasks when the folder is opened.',
    patterns: '.vscode/tasks.json *.code-workspace',
  },
  {
    tool: 'VS Code',
    why: 'VS Code starts the programs that these settings name.',
    patterns: '.vscode/settings.json .vscode/launch.json .vscode/*.json',
  },
  {
    tool: 'JetBrains editors',
    why: 'IntelliJ and its kin run the start-up tasks and tools configured here.',
    patterns: '.idea/** .run/** .fleet/**',
  },
  {
    tool: 'Visual Studio',
    why: 'The build in the background of Visual Studio runs what is written here.',
    patterns: '.vs/** Directory.Build.props Directory.Build.targets Directory.Build.rsp',
  },
  {
    tool: 'Editors',
    why: 'The editor starts the programs named here when the folder is opened.',
    patterns: '.zed/** .helix/** *.sublime-project .sublime-project .lapce/** .nova/**',
  },
  {
    tool: 'Vim',
    why: 'Vim and Neovim run this file when they start in the folder.',
    patterns: '.vimrc _vimrc .gvimrc .exrc .nvimrc .nvim.lua .lvimrc .lazy.lua',
  },
  {
    tool: 'Emacs',
    why: 'Emacs takes settings, and with them programs, from this file when a file of the folder is opened.',
    patterns: '.dir-locals.el .dir-locals-2.el .emacs .emacs.d/**',
  },
  {
    tool: 'Dev containers',
    why: 'Editors build the container and run the commands named here when the folder is opened.',
    patterns: '.devcontainer/** .devcontainer.json .gitpod.yml .gitpod.dockerfile .idx/**',
  },
  {
    tool: 'Linters in editors',
    why: 'Editors load this configuration, which is or names code, as soon as a file is opened.',
    patterns: `
      .eslintrc* eslint.config.* .prettierrc* prettier.config.* .stylelintrc* stylelint.config.*
      tailwind.config.* svelte.config.* .graphqlrc* graphql.config.* .pylintrc pylintrc .flake8
      mypy.ini .mypy.ini .rubocop.yml .solargraph.yml .formatter.exs`,
  },
  {
    tool: 'Language servers',
    why: 'The language server of an editor builds the project with this file as soon as the folder is opened.',
    patterns: `
      build.rs Cargo.toml .cargo/** rust-toolchain rust-toolchain.toml build.gradle*
      settings.gradle* init.gradle* gradle.properties gradle/wrapper/** buildSrc/** .mvn/**
      build.sbt .bsp/** .bloop/** mix.exs hie.yaml .bazelrc`,
  },
  {
    tool: 'Bazel',
    why: 'Bazel runs this program in its own place.',
    patterns: 'tools/bazel tools/bazel.*',
    onlyAtRoot: true,
  },
]

const shells: readonly AutoRunRule[] = [
  {
    tool: 'direnv',
    why: 'direnv runs this, or what it has allowed loads it, when a shell enters the folder.',
    patterns: '.envrc .direnv/** .direnvrc flake.nix shell.nix devenv.nix devbox.json',
  },
  {
    tool: 'mise and asdf',
    why: 'Shells install and start the tools named here when they enter the folder.',
    patterns: '.tool-versions mise*.toml .mise*.toml .mise/** mise/** .rtx*.toml .sdkmanrc',
  },
  {
    tool: 'Shells',
    why: 'A shell runs this file when it starts or enters the folder.',
    patterns: `
      .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv
      .zprofile .zlogin .zlogout .kshrc .cshrc .tcshrc .login .logout .autoenv* .inputrc
      .config/fish/** .config/powershell/** profile.ps1 autorun.inf`,
  },
  {
    tool: 'Programs with a start-up file',
    why: 'A debugger, console or shell of a language runs this file when it starts in the folder.',
    patterns: `
      .gdbinit .lldbinit .pdbrc .pdbrc.py .pythonrc* .irbrc .pryrc .iex.exs .ghci .ocamlinit
      .Rprofile .Renviron .RData .user.ini .tmux.conf .screenrc`,
  },
  {
    tool: 'Programs that load .env',
    why: 'Many tools load these variables by themselves; some of them name programs to run.',
    patterns: '.env .env.local .env.*local .env.development .env.test .env.production',
  },
  {
    tool: 'Docker Compose',
    why: 'Docker Compose adds this file to what it starts without being asked.',
    patterns: 'docker-compose.override.y*ml compose.override.y*ml',
  },
]

const installers: readonly AutoRunRule[] = [
  {
    tool: 'npm',
    why: 'npm, pnpm and yarn run scripts of this file when packages are installed.',
    patterns: 'package.json binding.gyp',
  },
  {
    tool: 'npm',
    why: 'The package manager loads code, settings or addresses from here at every start.',
    patterns: '.npmrc .pnpmfile.*js pnpm-workspace.yaml .yarnrc .yarnrc.yml .yarn/** .pnp.*js bunfig.toml',
  },
  {
    tool: 'npm',
    why: 'Editors and npm run installed packages from here without a further question.',
    patterns: 'node_modules/**',
  },
  {
    tool: 'Python',
    why: 'Every Python that starts here loads this by itself.',
    patterns: 'sitecustomize.py usercustomize.py *.pth pyvenv.cfg .venv/** ipython_config.py',
  },
  {
    tool: 'pytest',
    why: 'pytest, also in an editor’s list of tests, loads this before any test.',
    patterns: 'conftest.py pytest.ini .pytest.ini',
  },
  {
    tool: 'pip',
    why: 'pip and its kin run what is written or named here when the project is installed.',
    patterns: 'setup.py setup.cfg pyproject.toml pip.conf uv.toml',
  },
  {
    tool: 'Test runners in editors',
    why: 'An editor’s list of tests runs this configuration when the folder is opened.',
    patterns: `
      vitest.config.* vitest.workspace.* vite.config.* jest.config.* playwright.config.* .mocharc*
      .rspec`,
  },
  {
    tool: 'Bundler and Composer',
    why: 'The package manager and editors run what is written here when they look at the project.',
    patterns: 'Gemfile gems.rb *.gemspec .bundle/** composer.json',
  },
]

const services: readonly AutoRunRule[] = [
  {
    tool: 'GitHub Actions',
    why: 'GitHub runs this on its machines, with the repository’s secrets, once it is pushed.',
    patterns: '.github/workflows/** .github/actions/** .forgejo/** .gitea/**',
  },
  {
    tool: 'Build services',
    why: 'A build service runs this, with the project’s secrets, once it is pushed.',
    patterns: `
      .gitlab-ci.yml .gitlab/** .circleci/** .travis.yml azure-pipelines*.yml .azure-pipelines/**
      .azuredevops/** bitbucket-pipelines.yml Jenkinsfile .drone.yml .woodpecker.yml
      .woodpecker/** .buildkite/** .cirrus.yml appveyor.yml .appveyor.yml .builds/** .build.yml
      .semaphore/** .teamcity/** cloudbuild.yaml netlify.toml vercel.json`,
  },
]

/** Every rule; what is narrower stands before what is wider. */
export const autoRunRules: readonly AutoRunRule[] = [
  ...agents,
  ...git,
  ...editors,
  ...shells,
  ...installers,
  ...services,
]
