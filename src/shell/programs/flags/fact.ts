/** Options of programs that tell of the machine, check without changing, or run another program. */
export const FACT_FLAGS = `
command -pvV
hash -lrdt
ulimit -SHabcdefiklmnpqrstuvxPRT
bash -eunxvlpr --norc --noprofile --login --posix --verbose --restricted
date -uR --utc --universal --rfc-email --rfc-2822 --iso-8601 --debug --resolution
cal -1#3hjmMsSwyY -A= -B= -n=
bc -lqsw --mathlib --quiet --standard --warn
seq -# -w --equal-width --format= --separator=
stty -ag --all --save
tput -T=
locale -akcm --all-locales --charmaps --category-name --keyword-name
getconf -a -v=
uname -asnrvmpio --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor --hardware-platform --operating-system
nproc --all --ignore=
id -acgGnruzZ --group --groups --name --real --user --zero
hostname -aAdfiIsy --alias --all-fqdns --all-ip-addresses --domain --fqdn --long --ip-address --short
uptime -ps --pretty --since
free -bkmghltwv -s= -c= --bytes --kibi --mebi --gibi --tebi --human --si --lohi --total --wide --seconds= --count= --kilo --mega --giga
who -abdHlmpqrstTuw --all --boot --heading --count --users
w -hfiosu --no-header --short --from
last -# -adFiRxw --fulltimes --hostlast --dns --ip --nohostname --system --fullnames
ps -aAdeNTrcfFHjlLmMsvwyXZ --forest --sort= --ppid= --pid= --cols= --columns= --rows= --width= --headers --no-headers --deselect --cumulative --user= --User= --group= --Group= --tty= --sid= --format= -O= -U= -q= -N -w
pgrep -acfhilLnovwxrA --full --list-name --list-full --count --newest --oldest --exact --ignore-case --inverse --delimiter= --parent= --session= --terminal= --uid= --euid= --group= -P= -U= -r=
pidof -scqwxz -o=
pstree -aAcglnNpsSTtuUZh --arguments --show-pids --long --show-parents
top -bcHiISs1E -d= -n= -p= -u= -U= -o= -w=
lsof -abChlnNoOPRtUvVX -i= -p= -c= -u= -d= -F= -s= -T= +D= +d=
ss -hVHnrlaobeEmpisztudwxSOQ046 -f= -A= --tcp --udp --raw --unix --listening --all --numeric --processes --extended --memory --info --summary --options --no-header --ipv4 --ipv6 --family= --query= --socket=
netstat -aeglnoprstuvwxcCFNMW46i --all --extend --numeric --listening --programs --tcp --udp --route --interfaces --statistics
lscpu -abcJepxyBC --json --all --online --offline --parse --extended --bytes --caches --hex
lsblk -abdDzfilJmMnOpPrsStTvxAN -o= -e= -I= --all --bytes --nodeps --fs --json --list --merge --noheadings --output= --output-all --paths --pairs --raw --topology --tree
lsusb -tv -s= -d= -D= --tree --verbose
lspci -kmntvxbDQ -s= -d= -n
lsb_release -aidrcsv --all --id --description --release --codename --short
iostat -cdhkmNpstxyzj --dec --human --pretty
vmstat -afmnsdDwtS
mpstat -AunVP -I= -P= -o=
pidstat -dhIlrRstuUvVw -p= -C= -G= -T=
sensors -Aufj
findmnt -aAbcDefiIJklmnPRrsuvx -o= -t= -O= -S= -M= -T= --json --list --raw --noheadings --output= --target= --source= --types= --real --df --bytes --kernel --fstab --mtab
pmap -dqxXpA --extended --device --quiet
nvidia-smi -Lqxa -i= -l= -d= -f --query-gpu= --query-compute-apps= --format= --id= --loop= --list-gpus --query --help-query-gpu
getent -is --no-idn --service=
arp -aenv --all --numeric --display --verbose
route -neCFv46 --numeric --extend
ifconfig -asv
ip -br -brief -c -color -o -oneline -s -stats -statistics -d -details -j -json -p -pretty -4 -6 -r -resolve -h -human -f= -family= -t -timestamp -N -Numeric -a -all -V
journalctl -aefklqrx --no-pager --all --follow --pager-end --dmesg --no-full --quiet --reverse --catalog --disk-usage --list-boots --no-hostname --no-tail --utc --merge --system --user --header --lines= --unit= --user-unit= --priority= --identifier= --grep= --boot --output= --output-fields= --case-sensitive --facility= --fields
dmesg -HkrtTuwWxeLPS --human --kernel --raw --notime --ctime --userspace --follow --decode --reltime --color --nopager --level= --facility= --since= --until= --json --time-format=
systemctl -alqrf --no-pager --all --full --failed --user --system --plain --no-legend --property= --lines= --output= --value --show-types --recursive --with-dependencies --quiet --reverse --after --before --no-ask-password
timedatectl -ap --property= --value --all --no-pager
service --status-all
crontab -l
man -afkwWKiI# --all --whatis --apropos --where --path --location --regex --wildcard --names-only --sections=
tldr --list -lp --platform= --language=
whatis -dlvrw
apropos -aedlvrw --exact --and
ffprobe -hide_banner -show_streams -show_format -show_chapters -show_frames -show_packets -show_programs -pretty -unit -count_frames -count_packets -sexagesimal
mediainfo -f --Full --Output= --Inform=
identify -verbose -format= -ping -quiet -regard-warnings
numactl -Hs --hardware --show
shellcheck -aCxV --color --external-sources --check-sourced --list-optional --wiki-link-count= --enable= --include= -i= -W= -P= --source-path=
yamllint -sd --strict --no-warnings --list-files
jsonlint -qcsv --quiet --compact --sort-keys --validate=
actionlint -color -no-color -oneline -verbose -shellcheck= -pyflakes= -format= -ignore=
flake8 -qv --count --statistics --show-source --benchmark --max-complexity= --per-file-ignores= --extend-ignore= --ignore= --filename= --isolated --exit-zero
bandit -rqvnl -ll -lll -iii -ii -i -s= -t= -x= --recursive --quiet --severity-level= --confidence-level= --skip= --tests=
pyright -w --outputjson --stats --verbose --warnings --level= --pythonversion= --pythonplatform= --skipunannotated --threads
ruff -qvsn --check --diff --output-format= --statistics --no-cache --quiet --verbose --silent --show-files --show-settings --preview --exit-zero --isolated --target-version= --per-file-ignores= --extend-select= --show-fixes --no-fix --respect-gitignore --force-exclude --stdin-filename=
black -qvtC --check --diff --color --quiet --verbose --fast --safe --skip-string-normalization --target-version= --include= --required-version= --preview --pyi
isort -qvc --check --check-only --diff --color --quiet --verbose --profile= --line-length= --show-files --show-settings
rustfmt -vql --check --edition= --color= --verbose --quiet --files-with-diff --print-config= --emit=
gofmt -lsde
goimports -ldev -local=
shfmt -ldsbi -i= -ci -sr -kp -fn -ln= -bn -mn -f
codespell -qL --quiet-level= --ignore-words-list= --skip= --count --summary
clang-format -dry-run --dry-run -Werror --Werror -n -style= --style= --verbose -verbose -dump-config --dump-config -fallback-style= --fallback-style=
tsc -wbh --noEmit --pretty --skipLibCheck --strict --watch --build --showConfig --listFiles --listFilesOnly --traceResolution --diagnostics --extendedDiagnostics --noErrorTruncation --incremental --composite --allowJs --checkJs --jsx= --moduleResolution= --esModuleInterop --declaration --emitDeclarationOnly --sourceMap --resolveJsonModule --noUnusedLocals --noUnusedParameters --isolatedModules --preserveWatchOutput --noImplicitAny --types= --typeRoots= --baseUrl= --rootDir= --all --init
env -i0v --ignore-environment --null --debug
watch -bcdegtwxpqr --beep --color --differences --errexit --chgexit --no-title --exec --precise --no-wrap
xargs -0rtpx -i --null --no-run-if-empty --verbose --interactive --exit --show-limits --open-tty
nice -#
time -vpa --verbose --portability --append
timeout -v --verbose --foreground --preserve-status
setsid -cfw --ctty --fork --wait
`;
