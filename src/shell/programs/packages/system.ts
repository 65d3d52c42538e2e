import { runFetched } from '../../judge/unseen-code.ts';
import { type JudgedCommand, risk } from '../../state/run.ts';
import { each, mildly, onOption, onText, type Programs, risky, SAFE } from '../program.ts';

/** Package managers of systems. */
export const SYSTEM_PACKAGES: Programs = {
  ...each('brew port', {
    verbs: {
      ...each('list ls info search deps desc uses outdated doctor config --prefix leaves log cat home formulae casks', {
        judge: onText(/ (?:search|outdated)/, mildly('asks the registry')),
      }),
      ...each('install upgrade update reinstall tap link unlink pin fetch bundle', { moderate: 'installs programs' }),
      ...each('uninstall remove rm cleanup autoremove untap', { moderate: 'removes programs' }),
      services: { dangerous: 'starts or stops services' },
    },
  }),
  ...each('apt apt-get aptitude', {
    verbs: {
      ...each('list show policy search depends rdepends changelog', SAFE),
      ...each('update', { dangerous: "changes the system's packages" }),
      ...each(
        'install remove purge upgrade dist-upgrade full-upgrade autoremove clean autoclean build-dep source edit-sources download',
        { dangerous: "changes the system's packages" },
      ),
    },
    values: '-o -c -t',
  }),
  ...each('apt-cache dpkg-query apt-file', { verbs: {}, otherVerb: SAFE }),
  dpkg: {
    judge: onOption(
      '-l -L -s -S --list --status --listfiles --search --get-selections --print-architecture --compare-versions -c -I',
      undefined,
      risky("changes the system's packages"),
    ),
  },
  rpm: {
    judge: run => (/^-{1,2}q/.test(run.args[0]?.value ?? '') ? undefined : risk(run, "changes the system's packages")),
  },
  ...each(
    'yum dnf zypper apk snap flatpak emerge xbps-install eopkg nix-env guix pkg pacman-key microdnf choco winget scoop',
    { judge: run => systemPackages(run) },
  ),
  ...each('pacman yay paru', {
    judge: run =>
      /^-{1,2}(?:Q|Si|Ss|query)/.test(run.args[0]?.value ?? '')
        ? undefined
        : risk(run, "changes the system's packages"),
  }),
  ...each('add-apt-repository apt-key update-alternatives dpkg-reconfigure alternatives', {
    dangerous: "changes the system's packages",
  }),
  ...each('nix nix-shell nix-build', {
    moderate: 'builds or fetches packages',
    options: { '--run --command': { role: 'script' }, '-p --packages': { name: 'package' } },
    judge: (run, given) => {
      const [verb, what = ''] = given.values;
      const runs = run.name === 'nix' && /^(?:run|shell|develop)$/.test(verb ?? '');
      // What a flake of the workspace itself builds is the project's own.
      if ((runs && /^[\w+-]+[#:/]/.test(what)) || given.has('package')) runFetched(run, 'packages', 'other');
    },
  }),
};

function systemPackages(run: JudgedCommand): undefined {
  const verb = run.args.map(({ value }) => value).find(value => !value.startsWith('-')) ?? '';
  if (
    /^(?:list|info|search|show|provides|repolist|find|query|history|policy|repoquery|check-update|updates|--version)$/.test(
      verb,
    )
  )
    return;
  risk(run, "changes the system's packages");
}
