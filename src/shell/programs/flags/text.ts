/** Options of programs that read text and print it. */
export const TEXT_FLAGS = `
cat -AbeEnstTuv --show-all --number --number-nonblank --show-ends --squeeze-blank --show-tabs --show-nonprinting
tac -br -s= --before --regex --separator=
nl -p -b= -d= -f= -h= -i= -l= -n= -s= -v= -w= --body-numbering= --number-format= --number-width= --number-separator=
head -# -qvz --quiet --silent --verbose --zero-terminated
tail -# -fFqvzr --follow --retry --quiet --silent --verbose --zero-terminated --max-unchanged-stats=
wc -cmlLw --bytes --chars --lines --words --max-line-length --total
sort -bdfghiMnRrVcCmsuz --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --human-numeric-sort --month-sort --numeric-sort --random-sort --reverse --version-sort --sort --check --merge --stable --unique --zero-terminated --debug
uniq -cdDiuz --count --repeated --all-repeated --ignore-case --unique --zero-terminated --group
shuf -rz --repeat --zero-terminated
cut -nsz --only-delimited --complement --zero-terminated
tr -cCdst --complement --delete --squeeze-repeats --truncate-set1
paste -sz -d= --serial --delimiters= --zero-terminated
join -iz -a= -e= -j= -o= -t= -v= -1= -2= --header --check-order --nocheck-order --ignore-case
comm -123z --check-order --nocheck-order --output-delimiter= --total
column -tJexnLR -c= -s= -o= -N= -H= -l= --table --json --separator= --output-separator= --table-columns= --fillrows
col -bfhpx -l=
fold -bsw -w= --bytes --spaces --width=
fmt -cstu -w= -g= -p= --split-only --uniform-spacing --width=
expand -i# -t= --initial --tabs=
unexpand -a# -t= --all --first-only --tabs=
pr -# -acdfFhJlmnNorsStTvwW
rev -0
od -abcdfhilosvx# -A= -j= -N= -S= -t= -w= --address-radix= --format= --read-bytes= --skip-bytes= --output-duplicates
xxd -abeEipPrRu
hexdump -bcCdovx -e= -n= -s= --canonical --length= --skip= --no-squeezing
hexyl -n= -s= --length= --skip= --no-squeezing --plain
strings -af -n= -t= -e= -# --all --bytes= --radix= --print-file-name --encoding=
base64 -dDi --decode --ignore-garbage
base32 -di -w= --decode --ignore-garbage --wrap=
basenc -di -w= --base64 --base64url --base32 --base16 --decode --wrap=
numfmt -z -d= --from= --to= --from-unit= --to-unit= --field= --format= --grouping --header --padding= --round= --suffix= --delimiter=
md5sum,sha1sum,sha224sum,sha256sum,sha384sum,sha512sum,b2sum,b3sum,cksum,sum,crc32 -bctwz -a= -l= --binary --check --text --tag --zero --ignore-missing --quiet --status --strict --warn --algorithm= --length= --untagged --base64 --raw --no-names
shasum -a= -bctUw0 --algorithm= --check --binary --text --portable --status --warn
grep -EFGPivwxcLloqsbHhnTuUzarRIyZ# --extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case --no-ignore-case --invert-match --word-regexp --line-regexp --count --color --colour --files-without-match --files-with-matches --only-matching --quiet --silent --no-messages --byte-offset --with-filename --no-filename --line-number --initial-tab --null --null-data --text --recursive --dereference-recursive --line-buffered --binary --no-group-separator --group-separator=
rg -nNiSsvwxclLoquUaFPHIhzp0.# --line-number --no-line-number --ignore-case --smart-case --case-sensitive --invert-match --word-regexp --line-regexp --count --count-matches --files-with-matches --files-without-match --only-matching --quiet --hidden --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-global --follow --multiline --multiline-dotall --text --fixed-strings --pcre2 --with-filename --no-filename --heading --no-heading --json --stats --files --type-list --passthru --pretty --vimgrep --column --null --unrestricted --no-messages --trim --byte-offset --max-columns-preview --no-config --sort-files --crlf --debug --one-file-system --null-data --include-zero --no-unicode --context-separator= --glob-case-insensitive --no-require-git --no-column --no-hidden --block-buffered --line-buffered --binary
ag -ivwclLoQsSuUaHfrRn0# -A= -B= -C= -G= -g= -m= --python --js --ts --go --rust --java --ruby --html --css --md --json --hidden --ignore-case --smart-case --count --files-with-matches --literal --nocolor --nogroup --nofilename --nonumbers --column --depth= --ignore= --ignore-dir=
ack -ivwclLoQsxhHrRn1 -A= -B= -C= -m= --type= --python --js --ts --ruby --java --perl --php --go --rust --nocolor --nogroup --ignore-dir=
diff -# -ucqsrNyiEZbwBaetTpdl --unified --context --brief --report-identical-files --recursive --new-file --side-by-side --suppress-common-lines --left-column --color --ignore-case --ignore-all-space --ignore-space-change --ignore-blank-lines --ignore-trailing-space --ignore-tab-expansion --strip-trailing-cr --text --minimal --speed-large-files --show-c-function --no-dereference --width= --normal --ed --rcs --unidirectional-new-file --tabsize= --expand-tabs --initial-tab --line-format= --old-line-format= --new-line-format= --unchanged-line-format=
colordiff -uqrNyiwbB --unified --brief --recursive --side-by-side
delta -sn --side-by-side --line-numbers
icdiff -rN --recursive --line-numbers --cols=
cmp -bls -i= -n= --print-bytes --verbose --quiet --silent --bytes= --ignore-initial=
sdiff -silbBdEW --suppress-common-lines --ignore-case --ignore-all-space --width=
less -#aABcCdeEfFgGiIJKLmMnNqQrRsSuUVwWX~ --LINE-NUMBERS --RAW-CONTROL-CHARS --chop-long-lines --no-init --quit-if-one-screen --quit-at-eof --ignore-case --squeeze-blank-lines
more -#dfpcsul
bat -pAnruS -l= -r= -H= -m= --plain --number --show-all --line-range= --language= --style= --color= --paging= --wrap= --theme= --decorations= --highlight-line= --tabs= --no-paging --list-languages --list-themes
jq -rscenSCMRaj --raw-output --slurp --compact-output --exit-status --null-input --sort-keys --color-output --monochrome-output --raw-input --ascii-output --join-output --tab --seq --stream --unbuffered --raw-output0 --jsonargs
yq -rPCMneNcyjSR --prettyPrint --colors --no-colors --null-input --exit-status --no-doc --raw-output --tojson --yaml-output --unwrapScalar
gron -usmj --ungron --stream --monochrome --no-sort
mlr -n --icsv --ojson --oxtab --opprint --c2p --c2j --c2t --c2m --ijson --ocsv --itsv --otsv --inidx --ifs= --ofs= --ixtab --j2c --j2p --csv --json --tsv --from= --implicit-csv-header --headerless-csv-output --barred --right
xmllint --noout --format --noent --nonet --html --pretty= --recover --valid --nowarning --noblanks --c14n
xmlstarlet -tvmnocis
tidy -qexiumc -xml -errors -quiet -indent -utf8
csvcut -nHl -c= -C= -d= --names --columns= --delimiter=
csvgrep -iH -c= -m= -r= -d= --columns= --match= --regex= --invert-match
csvsort -rH -c= -d= --columns= --reverse
csvlook -Hl -d= --max-rows= --max-columns= --max-column-width=
csvstat -Hn -c= -d= --count --mean --max --min --nulls --unique
sed --quiet --silent --posix --debug --regexp-extended --separate --unbuffered --null-data --sandbox --follow-symlinks -a
gzip -dfnNqrv#h --decompress --force --quiet --verbose --fast --best --no-name --name --recursive
bzip2 -dfqvsz# --decompress --force --quiet --verbose --small --compress --fast --best
xz -dfqvzQe# --decompress --force --quiet --verbose --compress --extreme --robot
zstd -dfqvz# --decompress --force --quiet --verbose --rm --ultra --long
lz4 -dfqvz# --decompress --force --quiet --verbose
zcat -fqv --force --quiet --verbose
zgrep -EFivwclLoqsHhn# -A= -B= -C= -m=
zipinfo -12slmvhtTzCM
iconv -lcs --list --from-code= --to-code= --silent
uuidgen -rt --random --time
look -dfabt
`;
