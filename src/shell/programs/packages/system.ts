import { runFetched } from '../../judge/unseen-code.ts';
import { risk } from '../../state/run.ts';
import { judged, mildly, onOption, onText, type Programs, risky, SAFE } from '../program.ts';

export const SYSTEM_PACKAGES: Programs = {
  'brew port': {
    verbs: {
      'list ls info search deps desc uses outdated doctor config --prefix leaves log cat home formulae casks': onText(
        / (?:search|outdated)/,
        mildly('asks the registry'),
      ),
      'install upgrade update reinstall tap link unlink pin fetch bundle': { moderate: 'installs programs' },
      'uninstall remove rm cleanup autoremove untap': { moderate: 'removes programs' },
      services: { dangerous: 'starts or stops services' },
    },
  },
  'apt apt-get aptitude': {
    verbs: {
      'list show policy search depends rdepends changelog': SAFE,
      'update install remove purge upgrade dist-upgrade full-upgrade autoremove clean autoclean build-dep source edit-sources download':
        { dangerous: "changes the system's packages" },
    },
    options: '-o= -c= -t=',
  },
  'apt-cache dpkg-query apt-file': { verbs: {}, otherVerb: SAFE },
  dpkg: onOption(
    '-l -L -s -S --list --status --listfiles --search --get-selections --print-architecture --compare-versions -c -I',
    undefined,
    risky("changes the system's packages"),
  ),
  rpm: {
    judge: run => (/^-{1,2}q/.test(run.values[0] ?? '') ? undefined : risk(run, "changes the system's packages")),
  },
  'yum dnf zypper apk snap flatpak emerge xbps-install eopkg nix-env guix pkg pacman-key microdnf choco winget scoop': {
    judge: run => {
      const verb = run.args.find(({ value }) => !value.startsWith('-'))?.value ?? '';
      if (!ASKS.test(verb)) risk(run, "changes the system's packages");
    },
  },
  'pacman yay paru': judged({}, run =>
    /^-{1,2}(?:Q|Si|Ss|query)/.test(run.values[0] ?? '') ? undefined : risk(run, "changes the system's packages"),
  ),
  'add-apt-repository apt-key update-alternatives dpkg-reconfigure alternatives': {
    dangerous: "changes the system's packages",
  },
  'nix nix-shell nix-build': {
    moderate: 'builds or fetches packages',
    options: '--run|--command=script -p|--packages',
    judge: (run, given) => {
      const [verb, what = ''] = given.values;
      const runs = run.name === 'nix' && /^(?:run|shell|develop)$/.test(verb ?? '');
      // Code that a flake of the workspace itself builds is the project's own.
      if ((runs && /^[\w+-]+[#:/]/.test(what)) || given.has('-p')) runFetched(run, 'packages', 'other');
    },
  },
};

const ASKS =
  /^(?:list|info|search|show|provides|repolist|find|query|history|policy|repoquery|check-update|updates|--version)$/;
