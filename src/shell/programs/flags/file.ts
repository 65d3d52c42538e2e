/** Options of programs that list, look at and move files. */
export const FILE_FLAGS = `
rm -dfiIvxP --force --dir --verbose --interactive --one-file-system --preserve-root
cp -abdfHiLlnpPsuvxZc --force --interactive --no-clobber --preserve --no-preserve --parents --update --verbose --link --symbolic-link --dereference --no-dereference --one-file-system --attributes-only --remove-destination --strip-trailing-slashes --debug
mv -bfinuvZ --force --interactive --no-clobber --update --verbose --strip-trailing-slashes --no-copy --exchange --debug
ln -bdfFiLnPrv --force --interactive --logical --physical --no-dereference --relative --verbose --directory
mkdir -pvZ --parents --verbose
rmdir -pv --parents --verbose --ignore-fail-on-non-empty
touch -acfhm --no-create --no-dereference --time
chmod -cfv --changes --silent --quiet --verbose --preserve-root
chown -cfhvHLP --changes --silent --quiet --verbose --no-dereference --dereference --preserve-root --from
mktemp -dqtu --directory --dry-run --quiet
tee -ipn --ignore-interrupts --output-error
install -bcCDpsv --compare --backup --preserve-timestamps --strip --verbose
truncate -co --no-create --io-blocks
dos2unix -fknoqu --force --keepdate --newfile --quiet
ls -#aAbBcCdDfFgGhHiklLmnNopqQrRsStuUvxXZ1 --all --almost-all --author --escape --ignore-backups --color --directory --dired --classify --full-time --group-directories-first --no-group --human-readable --si --inode --kibibytes --dereference --dereference-command-line --numeric-uid-gid --literal --indicator-style --file-type --hide-control-chars --show-control-chars --quote-name --quoting-style --reverse --recursive --size --block-size= --hyperlink --zero --context --width=
tree -adfilJXpsuhgDFqNQCnAStrcUvxR --all --dirsfirst --filesfirst --prune --noreport --du --si --inodes --device --gitignore --ignore-case --matchdirs --metafirst --nolinks --hintro= --houtro= --infofile= --compress=
exa -1lGFRTdraBghHiSUuxmt@ --git --long --oneline --grid --tree --recurse --all --header --icons --group --binary --no-permissions --no-user --no-time --git-ignore --only-dirs --group-directories-first --color --sort=
stat -Lx --dereference --terse --cached=
readlink -femnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent --zero
realpath -eLmPqsz --canonicalize-existing --canonicalize-missing --logical --physical --quiet --strip --no-symlinks
  --zero
basename -az --multiple --zero
dirname -z --zero
file -bcdEhiIklLnNprsSvzZ0 --brief --checking-printout --mime --mime-type --mime-encoding --extension --keep-going --list --dereference --no-dereference --no-buffer --no-pad --raw --special-files --uncompress --print0 --apple --debug
du -0abcDHhklLmPsSx --null --all --apparent-size --bytes --total --dereference --human-readable --si --inodes --count-links --separate-dirs --summarize --time --time-style= --one-file-system
df -ahHiklPTx --all --human-readable --si --inodes --local --portability --print-type --total --output --sync --no-sync --type= --exclude-type=
lsattr -adlpRvV
getfacl -acdeEstpnRLP --access --default --omit-header --all-effective --recursive --absolute-names --numeric
namei -lmnovx --long --modes --owners --nosymlinks --mountpoints --vertical
which -asp --all --skip-alias --tty-only --read-alias
whereis -bmsulBMS
type -aftpP
cloc --by-file --vcs= --json --csv --yaml --md --quiet --exclude-dir= --include-lang= --exclude-lang= --hide-rate --sum-one --git
tokei -fs -o= -t= -e= -s= --files --output= --sort= --type= --exclude= --hidden --no-ignore --compact
scc --by-file --no-cocomo --no-complexity --wide --ci --exclude-dir= --include-ext= --sort=
nm -aABCDgnoprSlu -t= --debug-syms --print-file-name --demangle --dynamic --extern-only --numeric-sort --no-sort --print-size --size-sort --undefined-only --defined-only --line-numbers --radix= --format= -U
objdump -aCdDefFghHlprRsStTwxz -j= -M= -m= --disassemble --disassemble-all --section= --demangle --file-headers --section-headers --headers --all-headers --syms --dynamic-syms --reloc --dynamic-reloc --source --line-numbers --no-show-raw-insn --wide --full-contents --private-headers --architecture= --disassembler-options= --start-address= --stop-address= --no-addresses
readelf -aAcCdDegHhIilnrSstuVW -x= -p= -w --all --file-header --program-headers --segments --sections --section-headers --symbols --syms --dyn-syms --notes --relocs --unwind --dynamic --version-info --arch-specific --histogram --wide --string-dump= --hex-dump= --debug-dump --demangle --headers
size -ABdoxt --format= --radix= --totals --common
ldd -druv --verbose --data-relocs --function-relocs --unused
otool -LlfhtTvVDIs
addr2line -aCfips -e= -j= --exe= --functions --demangle --inlines --pretty-print --addresses --basenames
c++filt -_npti --no-params --types
`;
