import type { Program } from '../program.ts';

/**
 * Options that only shape what a program tells, by the program or its verb; `-abc` are three of them, `-n=` takes a value,
 * `-#` is any number. An option that is neither here nor in the program's table makes the command unsafe: it may read
 * another file, write one or run something.
 */
const KNOWN: Readonly<Record<string, string>> = {
  // text
  cat: '-AbeEnstTuv --show-all --number --number-nonblank --show-ends --squeeze-blank --show-tabs --show-nonprinting',
  tac: '-br -s= --before --regex --separator=',
  nl: '-p -b= -d= -f= -h= -i= -l= -n= -s= -v= -w= --body-numbering= --number-format= --number-width= --number-separator=',
  head: '-# -qvz --quiet --silent --verbose --zero-terminated',
  tail: '-# -fFqvzr --follow --retry --quiet --silent --verbose --zero-terminated --max-unchanged-stats=',
  wc: '-cmlLw --bytes --chars --lines --words --max-line-length --total',
  sort: '-bdfghiMnRrVcCmsuz --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --human-numeric-sort --month-sort --numeric-sort --random-sort --reverse --version-sort --sort --check --merge --stable --unique --zero-terminated --debug',
  uniq: '-cdDiuz --count --repeated --all-repeated --ignore-case --unique --zero-terminated --group',
  shuf: '-rz --repeat --zero-terminated',
  cut: '-nsz --only-delimited --complement --zero-terminated',
  tr: '-cCdst --complement --delete --squeeze-repeats --truncate-set1',
  paste: '-sz -d= --serial --delimiters= --zero-terminated',
  join: '-iz -a= -e= -j= -o= -t= -v= -1= -2= --header --check-order --nocheck-order --ignore-case',
  comm: '-123z --check-order --nocheck-order --output-delimiter= --total',
  column:
    '-tJexnLR -c= -s= -o= -N= -H= -l= --table --json --separator= --output-separator= --table-columns= --fillrows',
  col: '-bfhpx -l=',
  fold: '-bsw -w= --bytes --spaces --width=',
  fmt: '-cstu -w= -g= -p= --split-only --uniform-spacing --width=',
  expand: '-i# -t= --initial --tabs=',
  unexpand: '-a# -t= --all --first-only --tabs=',
  pr: '-# -acdfFhJlmnNorsStTvwW',
  rev: '-0',
  od: '-abcdfhilosvx# -A= -j= -N= -S= -t= -w= --address-radix= --format= --read-bytes= --skip-bytes= --output-duplicates',
  xxd: '-abeEipPrRu',
  hexdump: '-bcCdovx -e= -n= -s= --canonical --length= --skip= --no-squeezing',
  hexyl: '-n= -s= --length= --skip= --no-squeezing --plain',
  strings: '-af -n= -t= -e= -# --all --bytes= --radix= --print-file-name --encoding=',
  base64: '-dDi --decode --ignore-garbage',
  base32: '-di -w= --decode --ignore-garbage --wrap=',
  basenc: '-di -w= --base64 --base64url --base32 --base16 --decode --wrap=',
  numfmt:
    '-z -d= --from= --to= --from-unit= --to-unit= --field= --format= --grouping --header --padding= --round= --suffix= --delimiter=',
  ...sums('md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum b3sum cksum sum crc32'),
  shasum: '-a= -bctUw0 --algorithm= --check --binary --text --portable --status --warn',
  grep: '-EFGPivwxcLloqsbHhnTuUzarRIyZ# --extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case --no-ignore-case --invert-match --word-regexp --line-regexp --count --color --colour --files-without-match --files-with-matches --only-matching --quiet --silent --no-messages --byte-offset --with-filename --no-filename --line-number --initial-tab --null --null-data --text --recursive --dereference-recursive --line-buffered --binary --no-group-separator --group-separator=',
  rg: '-nNiSsvwxclLoquUaFPHIhzp0.# --line-number --no-line-number --ignore-case --smart-case --case-sensitive --invert-match --word-regexp --line-regexp --count --count-matches --files-with-matches --files-without-match --only-matching --quiet --hidden --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-global --follow --multiline --multiline-dotall --text --fixed-strings --pcre2 --with-filename --no-filename --heading --no-heading --json --stats --files --type-list --passthru --pretty --vimgrep --column --null --unrestricted --no-messages --trim --byte-offset --max-columns-preview --no-config --sort-files --crlf --debug --one-file-system --null-data --include-zero --no-unicode --context-separator= --glob-case-insensitive --no-require-git --no-column --no-hidden --block-buffered --line-buffered --binary',
  ag: '-ivwclLoQsSuUaHfrRn0# -A= -B= -C= -G= -g= -m= --python --js --ts --go --rust --java --ruby --html --css --md --json --hidden --ignore-case --smart-case --count --files-with-matches --literal --nocolor --nogroup --nofilename --nonumbers --column --depth= --ignore= --ignore-dir=',
  ack: '-ivwclLoQsxhHrRn1 -A= -B= -C= -m= --type= --python --js --ts --ruby --java --perl --php --go --rust --nocolor --nogroup --ignore-dir=',
  diff: '-# -ucqsrNyiEZbwBaetTpdl --unified --context --brief --report-identical-files --recursive --new-file --side-by-side --suppress-common-lines --left-column --color --ignore-case --ignore-all-space --ignore-space-change --ignore-blank-lines --ignore-trailing-space --ignore-tab-expansion --strip-trailing-cr --text --minimal --speed-large-files --show-c-function --no-dereference --width= --normal --ed --rcs --unidirectional-new-file --tabsize= --expand-tabs --initial-tab --line-format= --old-line-format= --new-line-format= --unchanged-line-format=',
  colordiff: '-uqrNyiwbB --unified --brief --recursive --side-by-side',
  delta: '-sn --side-by-side --line-numbers',
  icdiff: '-rN --recursive --line-numbers --cols=',
  cmp: '-bls -i= -n= --print-bytes --verbose --quiet --silent --bytes= --ignore-initial=',
  sdiff: '-silbBdEW --suppress-common-lines --ignore-case --ignore-all-space --width=',
  less: '-#aABcCdeEfFgGiIJKLmMnNqQrRsSuUVwWX~ --LINE-NUMBERS --RAW-CONTROL-CHARS --chop-long-lines --no-init --quit-if-one-screen --quit-at-eof --ignore-case --squeeze-blank-lines',
  more: '-#dfpcsul',
  bat: '-pAnruS -l= -r= -H= -m= --plain --number --show-all --line-range= --language= --style= --color= --paging= --wrap= --theme= --decorations= --highlight-line= --tabs= --no-paging --list-languages --list-themes',
  jq: '-rscenSCMRaj --raw-output --slurp --compact-output --exit-status --null-input --sort-keys --color-output --monochrome-output --raw-input --ascii-output --join-output --tab --seq --stream --unbuffered --raw-output0 --jsonargs',
  yq: '-rPCMneNcyjSR --prettyPrint --colors --no-colors --null-input --exit-status --no-doc --raw-output --tojson --yaml-output --unwrapScalar',
  gron: '-usmj --ungron --stream --monochrome --no-sort',
  mlr: '-n --icsv --ojson --oxtab --opprint --c2p --c2j --c2t --c2m --ijson --ocsv --itsv --otsv --inidx --ifs= --ofs= --ixtab --j2c --j2p --csv --json --tsv --from= --implicit-csv-header --headerless-csv-output --barred --right',
  xmllint: '--noout --format --noent --nonet --html --pretty= --recover --valid --nowarning --noblanks --c14n',
  xmlstarlet: '-tvmnocis',
  tidy: '-qexiumc -xml -errors -quiet -indent -utf8',
  csvcut: '-nHl -c= -C= -d= --names --columns= --delimiter=',
  csvgrep: '-iH -c= -m= -r= -d= --columns= --match= --regex= --invert-match',
  csvsort: '-rH -c= -d= --columns= --reverse',
  csvlook: '-Hl -d= --max-rows= --max-columns= --max-column-width=',
  csvstat: '-Hn -c= -d= --count --mean --max --min --nulls --unique',
  sed: '--quiet --silent --posix --debug --regexp-extended --separate --unbuffered --null-data --sandbox --follow-symlinks -a',
  gzip: '-dfnNqrv#h --decompress --force --quiet --verbose --fast --best --no-name --name --recursive',
  bzip2: '-dfqvsz# --decompress --force --quiet --verbose --small --compress --fast --best',
  xz: '-dfqvzQe# --decompress --force --quiet --verbose --compress --extreme --robot',
  zstd: '-dfqvz# --decompress --force --quiet --verbose --rm --ultra --long',
  lz4: '-dfqvz# --decompress --force --quiet --verbose',
  zcat: '-fqv --force --quiet --verbose',
  zgrep: '-EFivwclLoqsHhn# -A= -B= -C= -m=',
  zipinfo: '-12slmvhtTzCM',
  iconv: '-lcs --list --from-code= --to-code= --silent',
  uuidgen: '-rt --random --time',
  look: '-dfabt',
  // files
  rm: '-dfiIvxP --force --dir --verbose --interactive --one-file-system --preserve-root',
  cp: '-abdfHiLlnpPsuvxZc --force --interactive --no-clobber --preserve --no-preserve --parents --update --verbose --link --symbolic-link --dereference --no-dereference --one-file-system --attributes-only --remove-destination --strip-trailing-slashes --debug',
  mv: '-bfinuvZ --force --interactive --no-clobber --update --verbose --strip-trailing-slashes --no-copy --exchange --debug',
  ln: '-bdfFiLnPrv --force --interactive --logical --physical --no-dereference --relative --verbose --directory',
  mkdir: '-pvZ --parents --verbose',
  rmdir: '-pv --parents --verbose --ignore-fail-on-non-empty',
  touch: '-acfhm --no-create --no-dereference --time',
  chmod: '-cfv --changes --silent --quiet --verbose --preserve-root',
  chown: '-cfhvHLP --changes --silent --quiet --verbose --no-dereference --dereference --preserve-root --from',
  mktemp: '-dqtu --directory --dry-run --quiet',
  tee: '-ipn --ignore-interrupts --output-error',
  install: '-bcCDpsv --compare --backup --preserve-timestamps --strip --verbose',
  truncate: '-co --no-create --io-blocks',
  dos2unix: '-fknoqu --force --keepdate --newfile --quiet',
  ls: '-#aAbBcCdDfFgGhHiklLmnNopqQrRsStuUvxXZ1 --all --almost-all --author --escape --ignore-backups --color --directory --dired --classify --full-time --group-directories-first --no-group --human-readable --si --inode --kibibytes --dereference --dereference-command-line --numeric-uid-gid --literal --indicator-style --file-type --hide-control-chars --show-control-chars --quote-name --quoting-style --reverse --recursive --size --block-size= --hyperlink --zero --context --width=',
  tree: '-adfilJXpsuhgDFqNQCnAStrcUvxR --all --dirsfirst --filesfirst --prune --noreport --du --si --inodes --device --gitignore --ignore-case --matchdirs --metafirst --nolinks --hintro= --houtro= --infofile= --compress=',
  exa: '-1lGFRTdraBghHiSUuxmt@ --git --long --oneline --grid --tree --recurse --all --header --icons --group --binary --no-permissions --no-user --no-time --git-ignore --only-dirs --group-directories-first --color --sort=',
  stat: '-Lx --dereference --terse --cached=',
  readlink:
    '-femnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent --zero',
  realpath:
    '-eLmPqsz --canonicalize-existing --canonicalize-missing --logical --physical --quiet --strip --no-symlinks --zero',
  basename: '-az --multiple --zero',
  dirname: '-z --zero',
  file: '-bcdEhiIklLnNprsSvzZ0 --brief --checking-printout --mime --mime-type --mime-encoding --extension --keep-going --list --dereference --no-dereference --no-buffer --no-pad --raw --special-files --uncompress --print0 --apple --debug',
  du: '-0abcDHhklLmPsSx --null --all --apparent-size --bytes --total --dereference --human-readable --si --inodes --count-links --separate-dirs --summarize --time --time-style= --one-file-system',
  df: '-ahHiklPTx --all --human-readable --si --inodes --local --portability --print-type --total --output --sync --no-sync --type= --exclude-type=',
  lsattr: '-adlpRvV',
  getfacl: '-acdeEstpnRLP --access --default --omit-header --all-effective --recursive --absolute-names --numeric',
  namei: '-lmnovx --long --modes --owners --nosymlinks --mountpoints --vertical',
  which: '-asp --all --skip-alias --tty-only --read-alias',
  whereis: '-bmsulBMS',
  type: '-aftpP',
  cloc: '--by-file --vcs= --json --csv --yaml --md --quiet --exclude-dir= --include-lang= --exclude-lang= --hide-rate --sum-one --git',
  tokei: '-fs -o= -t= -e= -s= --files --output= --sort= --type= --exclude= --hidden --no-ignore --compact',
  scc: '--by-file --no-cocomo --no-complexity --wide --ci --exclude-dir= --include-ext= --sort=',
  nm: '-aABCDgnoprSlu -t= --debug-syms --print-file-name --demangle --dynamic --extern-only --numeric-sort --no-sort --print-size --size-sort --undefined-only --defined-only --line-numbers --radix= --format= -U',
  objdump:
    '-aCdDefFghHlprRsStTwxz -j= -M= -m= --disassemble --disassemble-all --section= --demangle --file-headers --section-headers --headers --all-headers --syms --dynamic-syms --reloc --dynamic-reloc --source --line-numbers --no-show-raw-insn --wide --full-contents --private-headers --architecture= --disassembler-options= --start-address= --stop-address= --no-addresses',
  readelf:
    '-aAcCdDegHhIilnrSstuVW -x= -p= -w --all --file-header --program-headers --segments --sections --section-headers --symbols --syms --dyn-syms --notes --relocs --unwind --dynamic --version-info --arch-specific --histogram --wide --string-dump= --hex-dump= --debug-dump --demangle --headers',
  size: '-ABdoxt --format= --radix= --totals --common',
  ldd: '-druv --verbose --data-relocs --function-relocs --unused',
  otool: '-LlfhtTvVDIs',
  addr2line: '-aCfips -e= -j= --exe= --functions --demangle --inlines --pretty-print --addresses --basenames',
  'c++filt': '-_npti --no-params --types',
  // shell and facts
  command: '-pvV',
  hash: '-lrdt',
  ulimit: '-SHabcdefiklmnpqrstuvxPRT',
  bash: '-eunxvlpr --norc --noprofile --login --posix --verbose --restricted',
  date: '-uR --utc --universal --rfc-email --rfc-2822 --iso-8601 --debug --resolution',
  cal: '-1#3hjmMsSwyY -A= -B= -n=',
  bc: '-lqsw --mathlib --quiet --standard --warn',
  seq: '-# -w --equal-width --format= --separator=',
  sleep: '-',
  stty: '-ag --all --save',
  tput: '-T=',
  locale: '-akcm --all-locales --charmaps --category-name --keyword-name',
  getconf: '-a -v=',
  uname:
    '-asnrvmpio --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor --hardware-platform --operating-system',
  nproc: '--all --ignore=',
  id: '-acgGnruzZ --group --groups --name --real --user --zero',
  hostname: '-aAdfiIsy --alias --all-fqdns --all-ip-addresses --domain --fqdn --long --ip-address --short',
  uptime: '-ps --pretty --since',
  free: '-bkmghltwv -s= -c= --bytes --kibi --mebi --gibi --tebi --human --si --lohi --total --wide --seconds= --count= --kilo --mega --giga',
  who: '-abdHlmpqrstTuw --all --boot --heading --count --users',
  w: '-hfiosu --no-header --short --from',
  last: '-# -adFiRxw --fulltimes --hostlast --dns --ip --nohostname --system --fullnames',
  ps: '-aAdeNTrcfFHjlLmMsvwyXZ --forest --sort= --ppid= --pid= --cols= --columns= --rows= --width= --headers --no-headers --deselect --cumulative --user= --User= --group= --Group= --tty= --sid= --format= -O= -U= -q= -N -w',
  pgrep:
    '-acfhilLnovwxrA --full --list-name --list-full --count --newest --oldest --exact --ignore-case --inverse --delimiter= --parent= --session= --terminal= --uid= --euid= --group= -P= -U= -r=',
  pidof: '-scqwxz -o=',
  pstree: '-aAcglnNpsSTtuUZh --arguments --show-pids --long --show-parents',
  top: '-bcHiISs1E -d= -n= -p= -u= -U= -o= -w=',
  lsof: '-abChlnNoOPRtUvVX -i= -p= -c= -u= -d= -F= -s= -T= +D= +d=',
  ss: '-hVHnrlaobeEmpisztudwxSOQ046 -f= -A= --tcp --udp --raw --unix --listening --all --numeric --processes --extended --memory --info --summary --options --no-header --ipv4 --ipv6 --family= --query= --socket=',
  netstat:
    '-aeglnoprstuvwxcCFNMW46i --all --extend --numeric --listening --programs --tcp --udp --route --interfaces --statistics',
  lscpu: '-abcJepxyBC --json --all --online --offline --parse --extended --bytes --caches --hex',
  lsblk:
    '-abdDzfilJmMnOpPrsStTvxAN -o= -e= -I= --all --bytes --nodeps --fs --json --list --merge --noheadings --output= --output-all --paths --pairs --raw --topology --tree',
  lsusb: '-tv -s= -d= -D= --tree --verbose',
  lspci: '-kmntvxbDQ -s= -d= -n',
  lsmod: '-',
  lsb_release: '-aidrcsv --all --id --description --release --codename --short',
  iostat: '-cdhkmNpstxyzj --dec --human --pretty',
  vmstat: '-afmnsdDwtS',
  mpstat: '-AunVP -I= -P= -o=',
  pidstat: '-dhIlrRstuUvVw -p= -C= -G= -T=',
  sensors: '-Aufj',
  findmnt:
    '-aAbcDefiIJklmnPRrsuvx -o= -t= -O= -S= -M= -T= --json --list --raw --noheadings --output= --target= --source= --types= --real --df --bytes --kernel --fstab --mtab',
  pmap: '-dqxXpA --extended --device --quiet',
  'nvidia-smi':
    '-Lqxa -i= -l= -d= -f --query-gpu= --query-compute-apps= --format= --id= --loop= --list-gpus --query --help-query-gpu',
  getent: '-is --no-idn --service=',
  arp: '-aenv --all --numeric --display --verbose',
  route: '-neCFv46 --numeric --extend',
  ifconfig: '-asv',
  ip: '-br -brief -c -color -color=never -o -oneline -s -stats -statistics -d -details -j -json -p -pretty -4 -6 -r -resolve -h -human -f= -family= -t -timestamp -N -Numeric -a -all -V',
  journalctl:
    '-aefklqrx --no-pager --all --follow --pager-end --dmesg --no-full --quiet --reverse --catalog --disk-usage --list-boots --no-hostname --no-tail --utc --merge --system --user --header --lines= --unit= --user-unit= --priority= --identifier= --grep= --boot --output= --output-fields= --case-sensitive --facility= --fields',
  dmesg:
    '-HkrtTuwWxeLPS --human --kernel --raw --notime --ctime --userspace --follow --decode --reltime --color --nopager --level= --facility= --since= --until= --json --time-format=',
  systemctl:
    '-alqrf --no-pager --all --full --failed --user --system --plain --no-legend --property= --lines= --output= --value --show-types --recursive --with-dependencies --quiet --reverse --after --before --no-ask-password',
  timedatectl: '-ap --property= --value --all --no-pager',
  service: '--status-all',
  crontab: '-l',
  man: '-afkwWKiI# --all --whatis --apropos --where --path --location --regex --wildcard --names-only --sections=',
  tldr: '--list -lp --platform= --language=',
  whatis: '-dlvrw',
  apropos: '-aedlvrw --exact --and',
  ffprobe:
    '-hide_banner -show_streams -show_format -show_chapters -show_frames -show_packets -show_programs -pretty -unit -count_frames -count_packets -sexagesimal',
  mediainfo: '-f --Full --Output= --Inform=',
  identify: '-verbose -format= -ping -quiet -regard-warnings',
  expr: '-',
  numactl: '-Hs --hardware --show',
  // checkers that only report
  shellcheck:
    '-aCxV --color --external-sources --check-sourced --list-optional --wiki-link-count= --enable= --include= -i= -W= -P= --source-path=',
  yamllint: '-sd --strict --no-warnings --list-files',
  jsonlint: '-qcsv --quiet --compact --sort-keys --validate=',
  actionlint: '-color -no-color -oneline -verbose -shellcheck= -pyflakes= -format= -ignore=',
  flake8:
    '-qv --count --statistics --show-source --benchmark --max-complexity= --per-file-ignores= --extend-ignore= --ignore= --filename= --isolated --exit-zero',
  bandit:
    '-rqvnl -ll -lll -iii -ii -i -s= -t= -x= --recursive --quiet --severity-level= --confidence-level= --skip= --tests=',
  pyright:
    '-w --outputjson --stats --verbose --warnings --level= --pythonversion= --pythonplatform= --skipunannotated --threads',
  ruff: '-qvsn --check --diff --output-format= --statistics --no-cache --quiet --verbose --silent --show-files --show-settings --preview --exit-zero --isolated --target-version= --per-file-ignores= --extend-select= --show-fixes --no-fix --respect-gitignore --force-exclude --stdin-filename=',
  black:
    '-qvtC --check --diff --color --quiet --verbose --fast --safe --skip-string-normalization --target-version= --include= --required-version= --preview --pyi',
  isort:
    '-qvc --check --check-only --diff --color --quiet --verbose --profile= --line-length= --show-files --show-settings',
  rustfmt: '-vql --check --edition= --color= --verbose --quiet --files-with-diff --print-config= --emit=',
  gofmt: '-lsde',
  goimports: '-ldev -local=',
  shfmt: '-ldsbi -i= -ci -sr -kp -fn -ln= -bn -mn -f',
  codespell: '-qL --quiet-level= --ignore-words-list= --skip= --count --summary',
  'clang-format':
    '-dry-run --dry-run -Werror --Werror -n -style= --style= --verbose -verbose -dump-config --dump-config -fallback-style= --fallback-style=',
  tsc: '-wbh --noEmit --pretty --skipLibCheck --strict --watch --build --showConfig --listFiles --listFilesOnly --traceResolution --diagnostics --extendedDiagnostics --noErrorTruncation --incremental false true --composite --allowJs --checkJs --jsx= --moduleResolution= --esModuleInterop --declaration --emitDeclarationOnly --sourceMap --resolveJsonModule --noUnusedLocals --noUnusedParameters --isolatedModules --preserveWatchOutput --noImplicitAny --types= --typeRoots= --baseUrl= --rootDir= --all --init',
  // wrappers
  env: '-i0v --ignore-environment --null --debug',
  watch: '-bcdegtwxpqr --beep --color --differences --errexit --chgexit --no-title --exec --precise --no-wrap',
  xargs: '-0rtpx -i --null --no-run-if-empty --verbose --interactive --exit --show-limits --open-tty',
  nice: '-#',
  time: '-vpa --verbose --portability --append',
  timeout: '-v --verbose --foreground --preserve-status',
  nohup: '-',
  setsid: '-cfw --ctty --fork --wait',
  // packages
  dpkg: '-lLsSpWcIeCV --list --listfiles --status --search --print-avail --get-selections --audit --contents --info --print-architecture --print-foreign-architectures --verify --compare-versions --admindir=',
  'dpkg-query': '-lLsSpW -f= --list --listfiles --status --search --show --showformat= --no-pager',
  rpm: '-qaVilcdfpRgs --query --all --info --list --configfiles --docfiles --file --package --requires --provides --whatprovides --whatrequires --changelog --scripts --last --qf= --queryformat= --verify --checksig --nosignature --nodigest --showrc --eval= -E=',
  pacman:
    '-QiloqkmdtegnsSF --query --info --list --owns --search --quiet --check --foreign --deps --explicit --unrequired --native --upgrades -u --groups',
  apk: '-vq --verbose --quiet',
  apt: '-qaV --installed --upgradable --all-versions --names-only --full --quiet --manual-installed',
  'apt list': '-aqV --installed --upgradable --all-versions --manual-installed',
  'apt-cache':
    '-afnqpig --names-only --full --all-versions --installed --no-all-versions --recurse --important --quiet',
  brew: '--prefix --cellar --repository --cache --version --env --config',
  'brew info': '--json --installed --cask --formula --formulae --github --analytics --eval-all -v',
  'brew list': '-1lrt --versions --cask --casks --formula --formulae --full-name --multiple --pinned',
  'npm ls': NPM_LIST(),
  'npm list': NPM_LIST(),
  'npm ll': NPM_LIST(),
  'npm la': NPM_LIST(),
  'npm prefix': '-g --global',
  'npm root': '-g --global',
  'npm bin': '-g --global',
  'npm explain': '--json',
  'npm why': '-r --recursive --json',
  'npm run': '-s --silent --if-present --ignore-scripts',
  'npm test': '-s --silent --if-present --ignore-scripts',
  dotnet: '--info --list-sdks --list-runtimes',
  java: '-XshowSettings -XshowSettings:properties -XshowSettings:all -XshowSettings:vm -version -showversion --show-version -help',
  screen: '-ls -list -dmrRSxXLq',
  tmux: '-2CDdlNuvV -t= -F= -s= -L= -S= -n= -c=',
  cpio: '-itvdumo0aABcfklLsSb --verbose --quiet --null --make-directories --preserve-modification-time --extract --create --numeric-uid-gid',
  'dotnet nuget': '--list',
  sox: '--info --i',
  'ansible-inventory': '-i= --list --graph --vars --yaml --export --host= --limit= --inventory= --playbook-dir=',
  'ast-grep':
    '-p= -l= -A= -B= -C= --pattern= --lang= --json --heading= --color= --globs= --no-ignore= --selector= --strictness=',
  sqlite3:
    '-header -noheader -csv -json -column -line -list -html -markdown -box -table -tabs -quote -batch -bail -ascii -safe -stats -echo -version -interactive',
  'npm fund': '--json --depth=',
  'npm query': '--json',
  'npm config': '-lg --json --long --global',
  'npm help': '-l',
  'pip list':
    '-ouvleq --outdated --uptodate --editable --local --user --format= --not-required --pre --exclude-editable --include-editable --exclude= --disable-pip-version-check --verbose --quiet --path=',
  'pip show': '-fvq --files --verbose --disable-pip-version-check',
  'pip freeze': '-lq --local --user --all --exclude-editable --exclude= --disable-pip-version-check --path=',
  'pip check': '-qv --disable-pip-version-check',
  'pip hash': '-a= --algorithm=',
  'pip debug': '-v --verbose',
  'pip inspect': '-v --local --user',
  'uv tree':
    '-qv --depth= --prune= --package= --no-dedupe --invert --outdated --frozen --locked --universal --all-groups --no-dev',
  'poetry show':
    '-tlaToqv --tree --latest --outdated --all --top-level --no-dev --only= --with= --without= --why --no-ansi',
  'poetry env': '-p --path --full-path',
  cargo: '-vq --list --verbose --quiet --offline --locked --frozen --explain=',
  'cargo tree':
    '-dvqia -i= -p= -e= -F= --depth= --duplicates --invert= --package= --edges= --prefix= --format= --no-dedupe --all-features --no-default-features --features= --target= --workspace --charset= --prune= --no-default-features --all-targets --locked --offline --frozen --exclude=',
  'cargo metadata':
    '-qv --no-deps --format-version= --all-features --no-default-features --features= --filter-platform= --offline --locked --frozen',
  'cargo locate-project': '--workspace --message-format=',
  'go list':
    '-m -json -json= -u -f= -deps -test -e -versions -retracted -compiled -export -find -mod= -tags= -v -x -n -a -C=',
  'go doc': '-all -c -cmd -short -src -u -h -http',
  'go env': '-json -changed',
  'go version': '-m -v',
  'go tool': '-n',
  'bundle list': '--paths --name-only --without-group= --only-group=',
  'bundle show': '--paths',
  'bundle info': '--path --version',
  'bundle outdated': '--strict --parseable --only-explicit --filter-major --filter-minor --filter-patch',
  'composer show':
    '-iNPtaloDs --installed --name-only --path --tree --all --latest --outdated --direct --platform --self --format= --no-dev --available --no-interaction -n',
  'composer outdated': '-aDmNon --direct --all --strict --minor-only --major-only --format= --no-dev --locked',
  'composer licenses': '--format= --no-dev',
  'composer validate': '-An --strict --no-check-all --no-check-lock --no-check-publish --no-interaction',
  'composer why': '-rt --recursive --tree',
  'gem list':
    '-liraedq --local --installed --remote --all --exact --details --no-details --versions --no-versions --prerelease -v=',
  'gem outdated': '--local',
  'gem info': '-l --local --remote -v= --exact --all',
  'gem specification': '-v= --version= --ruby --yaml --all -l',
  'conda list': '-nefrp --json --export --explicit --revisions --name= --prefix=',
  // git: what it tells of the repository
  git: '-pP --no-pager --paginate --version --help --bare --no-replace-objects --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-optional-locks --html-path --man-path --info-path --no-lazy-fetch --no-advice --list-cmds=',
  ...looking(
    'log show diff whatchanged diff-tree diff-index diff-files reflog range-diff shortlog rev-list stash format-patch',
  ),
  'git status':
    '-svbzu# --short --branch --show-stash --porcelain --long --verbose --untracked-files --ignore-submodules --ignored --column --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames',
  'git blame':
    '-bcefklnstwpM# -C --porcelain --line-porcelain --incremental --show-stats --show-name --show-number --show-email --root --reverse --first-parent --progress --no-progress --date= --ignore-rev= --abbrev= --color-lines --color-by-age -L= -S',
  'git annotate': '-bcefklnstwpM# -C --porcelain -L=',
  'git describe':
    '--tags --all --always --dirty --broken --exact-match --abbrev= --long --match= --exclude= --first-parent --contains --candidates= --debug',
  'git rev-parse':
    '-q --abbrev-ref --git-dir --git-common-dir --absolute-git-dir --verify --quiet --show-toplevel --show-prefix --show-cdup --show-superproject-working-tree --short --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --symbolic --symbolic-full-name --all --branches --tags --remotes --git-path --path-format= --sq --revs-only --no-revs --flags --no-flags --default= --local-env-vars --shared-index-path --show-object-format --since= --until= --not --disambiguate= --show-ref-format',
  'git cat-file':
    '-ptse --batch-check --batch --batch-all-objects --unordered --buffer --textconv --allow-unknown-type --follow-symlinks -Z',
  'git ls-tree': '-drtlz --name-only --name-status --long --full-name --full-tree --object-only --abbrev --format=',
  'git ls-files':
    '-cdmosiktuvfzZ -x= --cached --deleted --modified --others --ignored --stage --unmerged --killed --directory --no-empty-directory --exclude= --exclude-standard --full-name --error-unmatch --recurse-submodules --abbrev --eol --resolve-undo --deduplicate --sparse --format= --debug --with-tree=',
  'git merge-base': '-a --all --octopus --independent --is-ancestor --fork-point',
  'git name-rev': '--tags --refs= --exclude= --all --name-only --no-undefined --always --annotate-stdin',
  'git for-each-ref':
    '-sptq --count= --sort= --format= --merged --no-merged --contains --no-contains --points-at= --ignore-case --omit-empty --shell --perl --python --tcl --exclude= --include-root-refs',
  'git show-ref':
    '-dhqs# --head --heads --tags --branches --dereference --hash --verify --quiet --abbrev --exists --exclude-existing',
  'git show-branch':
    '-ra --all --remotes --current --topo-order --date-order --sparse --more= --list --merge-base --independent --no-name --sha1-name --topics --reflog --color --no-color',
  'git cherry': '-v --abbrev=',
  'git check-ignore': '-qvnz --quiet --verbose --non-matching --no-index --stdin',
  'git check-attr': '-az --all --cached --stdin --source=',
  'git count-objects': '-vH --verbose --human-readable',
  'git fsck':
    '-v --full --strict --no-dangling --dangling --unreachable --root --tags --cache --no-reflogs --connectivity-only --lost-found --progress --no-progress --name-objects --verbose',
  'git var': '-l',
  'git help': '-agc --all --guides --config --man --user-interfaces --no-external-commands --no-aliases --verbose',
  'git version': '--build-options',
  'git verify-commit': '-v --verbose --raw',
  'git verify-tag': '-v --verbose --raw --format=',
  'git merge-tree':
    '-z --write-tree --name-only --messages --no-messages --merge-base= --allow-unrelated-histories --trivial-merge --stdin --quiet',
  'git patch-id': '--stable --unstable --verbatim',
  'git column': '--command= --mode= --raw-mode= --width= --indent= --nl= --padding=',
  'git stripspace': '-sc --strip-comments --comment-lines',
  'git request-pull': '-p',
  'git grep':
    '-aIivwhHEGPFnolLzcqpWr# -e= -A= -B= -C= -m= --cached --untracked --no-index --text --ignore-case --word-regexp --invert-match --full-name --extended-regexp --basic-regexp --perl-regexp --fixed-strings --line-number --column --files-with-matches --name-only --files-without-match --null --only-matching --count --color --no-color --break --heading --show-function --function-context --all-match --and --or --not --quiet --recurse-submodules --exclude-standard --no-exclude-standard --max-depth= --threads= --recursive --no-recursive --textconv --max-count=',
  'git branch':
    '-avrlidDmMcCfqtu --all --remotes --list --show-current --verbose --ignore-case --column --no-column --color --no-color --no-abbrev --abbrev= --no-contains= --delete --move --copy --force --track --no-track --unset-upstream --edit-description --create-reflog --quiet --omit-empty --recurse-submodules',
  'git tag':
    '-lnasdfvi# --list --verify --delete --annotate --sign --force --merged --no-merged --no-contains= --column --no-column --color --ignore-case --create-reflog --omit-empty --cleanup= --message= --file= --local-user=',
  'git remote': '-v --verbose --push --all -n --tags --no-tags -f --mirror --dry-run --prune --add --delete',
  'git config':
    '-lzet --get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool --list --show-origin --show-scope --name-only --null --local --global --system --worktree --bool --int --bool-or-int --path --expiry-date --includes --no-includes --no-type --unset --unset-all --add --replace-all --remove-section --rename-section --edit --all --regexp --value= --fixed-value --url= --no-value',
  'git clean': '-dfinqxX --dry-run --force --interactive --quiet',
  'git worktree':
    '-vzfqd --porcelain --verbose --force --detach --checkout --no-checkout --lock --quiet --orphan --dry-run --expire= --guess-remote --track',
  'git symbolic-ref': '-qd --short --quiet --delete --recurse --no-recurse',
  'git ls-remote':
    '-htqC --heads --branches --tags --refs --quiet --exit-code --get-url --sort= --symref --server-option= -o=',
  'git difftool': '--tool-help -ydgt --no-prompt --dir-diff --gui --tool= --cached --staged',
  'git notes': '-qfsv --ref=',
  'git submodule': '-q --quiet --recursive --cached',
  'git bisect': '-q',
  'git hash-object': '-wt= --stdin --literally --no-filters --path=',
  'git archive': '-lv# -0 --list --verbose --worktree-attributes --add-virtual-file= --mtime=',
  'git check-ref-format': '--branch --normalize --allow-onelevel --refspec-pattern --print',
  'git verify-pack': '-vs --verbose --stat-only',
  'git rerere': '--rerere-autoupdate',
  'git sparse-checkout': '--cone --no-cone',
  'git lfs': '-ls --long --size --name-only --all',
  // containers and clusters
  ...dockers(),
  ...clusters(),
  ...terraforms(),
};

function sums(names: string): Record<string, string> {
  const flags =
    '-bctwz -a= -l= --binary --check --text --tag --zero --ignore-missing --quiet --status --strict --warn --algorithm= --length= --untagged --base64 --raw --no-names';
  return Object.fromEntries(names.split(' ').map(name => [name, flags]));
}

function NPM_LIST(): string {
  return '-alg --all --long --json --parseable --global --depth= --prod --production --dev --omit= --include= --link --package-lock-only --unicode --workspaces -r --recursive --pattern=';
}

/** What git shows of commits and differences. */
function looking(verbs: string): Record<string, string> {
  const flags =
    '-pusaitwbBCDMRrcmzgEFGIPiWqlvefhknt# -U= -S= -G= -O= -l= --stat --shortstat --numstat --dirstat --summary --compact-summary --name-only --name-status --patch --patch-with-stat --patch-with-raw --no-patch --raw --unified= --cached --staged --merge-base --color --no-color --color-words --word-diff --word-diff-regex= --color-moved --no-color-moved --check --quiet --exit-code --ignore-all-space --ignore-space-change --ignore-space-at-eol --ignore-blank-lines --ignore-cr-at-eol --ignore-submodules --submodule --minimal --patience --histogram --diff-algorithm= --diff-filter= --find-renames --find-copies --find-copies-harder --no-renames --break-rewrites --full-index --binary --abbrev --no-index --text --function-context --inter-hunk-context= --src-prefix= --dst-prefix= --no-prefix --default-prefix --relative --no-relative --textconv --no-textconv --no-ext-diff --pickaxe-all --pickaxe-regex --skip-to= --rotate-to= --ita-invisible-in-index --line-prefix= --output-indicator-new= --ws-error-highlight= --indent-heuristic --anchored= --graph --oneline --all --branches --tags --remotes --glob= --exclude= --source --decorate --no-decorate --decorate-refs= --decorate-refs-exclude= --clear-decorations --abbrev-commit --no-abbrev-commit --merges --no-merges --min-parents= --max-parents= --first-parent --reverse --follow --full-diff --cherry --cherry-pick --cherry-mark --left-right --left-only --right-only --boundary --show-signature --walk-reflogs --simplify-by-decoration --full-history --simplify-merges --dense --sparse --ancestry-path --topo-order --date-order --author-date-order --committer= --all-match --invert-grep --regexp-ignore-case --extended-regexp --fixed-strings --perl-regexp --basic-regexp --no-pager --no-notes --notes --show-notes --encoding= --expand-tabs --no-expand-tabs --relative-date --parents --children --log-size --mailmap --use-mailmap --no-mailmap --cc --combined-all-paths --diff-merges --no-diff-merges --remerge-diff --root --no-commit-id --stdin --count --objects --objects-edge --objects-edge-aggressive --disk-usage --no-walk --do-walk --unpacked --bisect --timestamp --header --missing= --filter= --in-commit-order --max-age= --min-age= --numbered --email --group= --include-untracked --only-untracked --not --reflog --single-worktree --creation-factor= --no-dual-color --max-count= --since-as-filter= --ignore-missing --remove-empty --exclude-hidden= --alternate-refs --show-pulls --no-object-names --object-names --use-bitmap-index --progress= --date= --stdout --no-signature --subject-prefix= --cover-letter';
  return Object.fromEntries(verbs.split(' ').map(verb => [`git ${verb}`, flags]));
}

function dockers(): Record<string, string> {
  const flags: Record<string, string> = {
    ps: '-aqnlsf --all --quiet --no-trunc --size --latest --format= --filter= --last= -f= -n= --noheading --sort=',
    images: '-aq -f= --all --quiet --no-trunc --digests --format= --filter= --tree --noheading --sort=',
    inspect: '-s -f= --format= --size --type=',
    logs: '-ft -n= --follow --timestamps --details --tail= --since= --until= --names --color',
    history: '-qH --no-trunc --quiet --human --format= --platform=',
    stats: '-a --all --no-stream --no-trunc --format= --interval= --no-reset',
    top: '-',
    port: '-',
    version: '-f= --format=',
    info: '-f= --format=',
    events: '-f= --since= --until= --filter= --format= --stream',
    search: '-f= --limit= --filter= --format= --no-trunc --list-tags',
    diff: '-',
    container:
      '-aqsnlf -n= -f= --all --quiet --no-trunc --size --format= --filter= --latest --tail= --since= --follow --timestamps',
    image: '-aq -f= --all --quiet --no-trunc --digests --format= --filter=',
    network: '-qv -f= --quiet --no-trunc --format= --filter= --verbose',
    volume: '-q -f= --quiet --format= --filter=',
    context: '-q --quiet --format= -f=',
    system: '-v --verbose --format= -f= --since= --until=',
    compose:
      '-aqf -f= -n= -p= --all --quiet --services --format= --filter= --tail= --since= --until= --follow --timestamps --no-color --no-log-prefix --status= --profiles --images --volumes --hash= --resolve-image-digests --no-interpolate --no-trunc --orphans --project-name= --profile= --project-directory= --ansi= --progress= --index= --json',
    'image ls': '-aq -f= --all --quiet --no-trunc --digests --format= --filter=',
    'container ls': '-aqsl -f= -n= --all --quiet --no-trunc --size --latest --format= --filter= --last=',
    'network ls': '-q -f= --quiet --no-trunc --format= --filter=',
    'volume ls': '-q -f= --quiet --format= --filter=',
    manifest: '-v --verbose --insecure',
    buildx: '--verbose --bootstrap --format= --builder= --raw',
  };
  return Object.fromEntries(
    ['docker', 'podman', 'nerdctl'].flatMap(name =>
      Object.entries(flags).map(([verb, text]) => [`${name} ${verb}`, text] as const),
    ),
  );
}

function clusters(): Record<string, string> {
  const flags: Record<string, string> = {
    version: '-o= --client --short --output= --template=',
    config: '-o= --minify --flatten --output= --no-headers --raw --merge --kubeconfig=',
    explain: '--recursive --api-version= -o= --output=',
    'api-resources': '-o= --namespaced --verbs= --api-group= --no-headers --output= --sort-by= --cached --categories=',
    'api-versions': '-',
    template:
      '-n= -f= -s= --values= --set= --set-string= --namespace= --show-only= --include-crds --validate --debug --version= --name-template= --api-versions= --kube-version= --skip-tests --no-hooks --is-upgrade',
    lint: '-f= --values= --set= --strict --quiet --with-subcharts --namespace=',
    env: '-',
    plugin: '--name-only',
  };
  return Object.fromEntries(
    ['kubectl', 'oc', 'k', 'helm'].flatMap(name =>
      Object.entries(flags).map(([verb, text]) => [`${name} ${verb}`, text] as const),
    ),
  );
}

function terraforms(): Record<string, string> {
  const flags: Record<string, string> = {
    fmt: '-check -recursive -diff -list -list=false -list=true -no-color',
    validate: '-json -no-color -no-tests -test-directory=',
    output: '-json -raw -no-color -state=',
    show: '-json -no-color',
    providers: '-json -test-directory=',
    version: '-json',
    graph: '-draw-cycles -type= -plan= -module-depth=',
    state: '-state= -id= -json -no-color',
    workspace: '-no-color',
  };
  return Object.fromEntries(
    ['terraform', 'tofu'].flatMap(name =>
      Object.entries(flags).map(([verb, text]) => [`${name} ${verb}`, text] as const),
    ),
  );
}

/** The same names for the same options. */
const ALIKE: Readonly<Record<string, string>> = {
  egrep: 'grep',
  fgrep: 'grep',
  rgrep: 'grep',
  bzgrep: 'zgrep',
  xzgrep: 'zgrep',
  dir: 'ls',
  vdir: 'ls',
  eza: 'exa',
  lsd: 'exa',
  batcat: 'bat',
  gfind: 'find',
  gsed: 'sed',
  gtimeout: 'timeout',
  ack: 'ack',
  podman: 'docker',
  md5: 'md5sum',
  pip3: 'pip',
  'pip3.11': 'pip',
  'pip3.12': 'pip',
  pip2: 'pip',
  uv: 'pip',
  pdm: 'poetry',
  pipenv: 'poetry',
  hatch: 'poetry',
  rye: 'poetry',
  pnpm: 'npm',
  yarn: 'npm',
  bun: 'npm',
  cnpm: 'npm',
  zsh: 'bash',
  sh: 'bash',
  dash: 'bash',
  ksh: 'bash',
  gunzip: 'gzip',
  bunzip2: 'bzip2',
  unxz: 'xz',
  unzstd: 'zstd',
  readarray: 'mapfile',
  'vue-tsc': 'tsc',
  tsgo: 'tsc',
  gtime: 'time',
  bzcat: 'zcat',
  xzcat: 'zcat',
  'apt-get': 'apt',
  mamba: 'conda',
  micromamba: 'conda',
};

/** A program's table with the options that are known to be harmless. */
export function withKnownFlags(name: string, program: Program): Program {
  const base = KNOWN[name] ?? KNOWN[alike(name)] ?? inherited(name);
  const { verbs } = program;
  if (base === undefined && !verbs) return program;
  const words = base?.split(' ') ?? [];
  const flags = words.filter(word => !word.endsWith('='));
  const values = words.filter(word => word.endsWith('=')).map(word => word.slice(0, -1));
  return {
    ...program,
    ...(words.length > 0
      ? {
          flags: [program.flags, ...flags].filter(Boolean).join(' '),
          values: [...values, program.values].filter(Boolean).join(' '),
        }
      : {}),
    ...(verbs
      ? {
          verbs: Object.fromEntries(
            Object.entries(verbs).map(([verb, one]) => [verb, withKnownFlags(`${name} ${verb}`, one)]),
          ),
        }
      : {}),
  };
}

/** Verbs below a verb have its options; the letters with a value may mean something else there. */
function inherited(name: string): string | undefined {
  const [program, verb, below] = name.split(' ');
  if (below === undefined) return undefined;
  return KNOWN[alike(`${program} ${verb}`)]
    ?.split(' ')
    .filter(word => !/^-[^-]=$/.test(word))
    .join(' ');
}

function alike(name: string): string {
  const [first = '', ...rest] = name.split(' ');
  return [ALIKE[first] ?? first, ...rest].join(' ');
}
