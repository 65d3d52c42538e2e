/** Options that shape what package managers tell. */
export const PACKAGE_FLAGS = `
dpkg -lLsSpWcIeCV --list --listfiles --status --search --print-avail --get-selections --audit --contents --info --print-architecture --print-foreign-architectures --verify --compare-versions --admindir=
dpkg-query -lLsSpW -f= --list --listfiles --status --search --show --showformat= --no-pager
rpm -qaVilcdfpRgs --query --all --info --list --configfiles --docfiles --file --package --requires --provides --whatprovides --whatrequires --changelog --scripts --last --qf= --queryformat= --verify --checksig --nosignature --nodigest --showrc --eval= -E=
pacman -QiloqkmdtegnsSF --query --info --list --owns --search --quiet --check --foreign --deps --explicit --unrequired --native --upgrades -u --groups
apk -vq --verbose --quiet
apt -qaV --installed --upgradable --all-versions --names-only --full --quiet --manual-installed
apt list -aqV --installed --upgradable --all-versions --manual-installed
apt-cache -afnqpig --names-only --full --all-versions --installed --no-all-versions --recurse --important --quiet
brew --prefix --cellar --repository --cache --version --env --config
brew info --json --installed --cask --formula --formulae --github --analytics --eval-all -v
brew list -1lrt --versions --cask --casks --formula --formulae --full-name --multiple --pinned
npm ls,list,ll,la -alg --all --long --json --parseable --global --depth= --prod --production --dev --omit= --include= --link --package-lock-only --unicode --workspaces -r --recursive --pattern=
npm prefix,root,bin -g --global
npm explain,query --json
npm why -r --recursive --json
npm run,test -s --silent --if-present --ignore-scripts
dotnet --info --list-sdks --list-runtimes
java -XshowSettings -XshowSettings:properties -XshowSettings:all -XshowSettings:vm -version -showversion --show-version -help
screen -ls -list -dmrRSxXLq
tmux -2CDdlNuvV -t= -F= -s= -L= -S= -n= -c=
cpio -itvdumo0aABcfklLsSb --verbose --quiet --null --make-directories --preserve-modification-time --extract --create --numeric-uid-gid
dotnet nuget --list
sox --info --i
ansible-inventory -i= --list --graph --vars --yaml --export --host= --limit= --inventory= --playbook-dir=
ast-grep -p= -l= -A= -B= -C= --pattern= --lang= --json --heading= --color= --globs= --no-ignore= --selector=
  --strictness=
sqlite3 -header -noheader -csv -json -column -line -list -html -markdown -box -table -tabs -quote -batch -bail -ascii -safe -stats -echo -version -interactive
npm fund --json --depth=
npm config -lg --json --long --global
npm help -l
pip list -ouvleq --outdated --uptodate --editable --local --user --format= --not-required --pre --exclude-editable --include-editable --exclude= --disable-pip-version-check --verbose --quiet --path=
pip show -fvq --files --verbose --disable-pip-version-check
pip freeze -lq --local --user --all --exclude-editable --exclude= --disable-pip-version-check --path=
pip check -qv --disable-pip-version-check
pip hash -a= --algorithm=
pip debug -v --verbose
pip inspect -v --local --user
uv tree -qv --depth= --prune= --package= --no-dedupe --invert --outdated --frozen --locked --universal --all-groups --no-dev
poetry show -tlaToqv --tree --latest --outdated --all --top-level --no-dev --only= --with= --without= --why --no-ansi
poetry env -p --path --full-path
cargo -vq --list --verbose --quiet --offline --locked --frozen --explain=
cargo tree -dvqia -i= -p= -e= -F= --depth= --duplicates --invert= --package= --edges= --prefix= --format= --no-dedupe --all-features --no-default-features --features= --target= --workspace --charset= --prune= --no-default-features --all-targets --locked --offline --frozen --exclude=
cargo metadata -qv --no-deps --format-version= --all-features --no-default-features --features= --filter-platform= --offline --locked --frozen
cargo locate-project --workspace --message-format=
go list -m -json -json= -u -f= -deps -test -e -versions -retracted -compiled -export -find -mod= -tags= -v -x -n -a -C=
go doc -all -c -cmd -short -src -u -h -http
go env -json -changed
go version -m -v
go tool -n
bundle list --paths --name-only --without-group= --only-group=
bundle show --paths
bundle info --path --version
bundle outdated --strict --parseable --only-explicit --filter-major --filter-minor --filter-patch
composer show -iNPtaloDs --installed --name-only --path --tree --all --latest --outdated --direct --platform --self --format= --no-dev --available --no-interaction -n
composer outdated -aDmNon --direct --all --strict --minor-only --major-only --format= --no-dev --locked
composer licenses --format= --no-dev
composer validate -An --strict --no-check-all --no-check-lock --no-check-publish --no-interaction
composer why -rt --recursive --tree
gem list -liraedq --local --installed --remote --all --exact --details --no-details --versions --no-versions --prerelease -v=
gem outdated --local
gem info -l --local --remote -v= --exact --all
gem specification -v= --version= --ruby --yaml --all -l
conda list -nefrp --json --export --explicit --revisions --name= --prefix=
`;
