/** Options of git that shape what git tells of the repository. */
export const GIT_FLAGS = `
git -pP --no-pager --paginate --version --help --bare --no-replace-objects --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-optional-locks --html-path --man-path --info-path --no-lazy-fetch --no-advice --list-cmds=
git log,show,diff,whatchanged,diff-tree,diff-index,diff-files,reflog,range-diff,shortlog,rev-list,stash,format-patch -pusaitwbBCDMRrcmzgEFGIPiWqlvefhknt# -U= -S= -G= -O= -l= --stat --shortstat --numstat --dirstat --summary --compact-summary --name-only --name-status --patch --patch-with-stat --patch-with-raw --no-patch --raw --unified= --cached --staged --merge-base --color --no-color --color-words --word-diff --word-diff-regex= --color-moved --no-color-moved --check --quiet --exit-code --ignore-all-space --ignore-space-change --ignore-space-at-eol --ignore-blank-lines --ignore-cr-at-eol --ignore-submodules --submodule --minimal --patience --histogram --diff-algorithm= --diff-filter= --find-renames --find-copies --find-copies-harder --no-renames --break-rewrites --full-index --binary --abbrev --no-index --text --function-context --inter-hunk-context= --src-prefix= --dst-prefix= --no-prefix --default-prefix --relative --no-relative --textconv --no-textconv --no-ext-diff --pickaxe-all --pickaxe-regex --skip-to= --rotate-to= --ita-invisible-in-index --line-prefix= --output-indicator-new= --ws-error-highlight= --indent-heuristic --anchored= --graph --oneline --all --branches --tags --remotes --glob= --exclude= --source --decorate --no-decorate --decorate-refs= --decorate-refs-exclude= --clear-decorations --abbrev-commit --no-abbrev-commit --merges --no-merges --min-parents= --max-parents= --first-parent --reverse --follow --full-diff --cherry --cherry-pick --cherry-mark --left-right --left-only --right-only --boundary --show-signature --walk-reflogs --simplify-by-decoration --full-history --simplify-merges --dense --sparse --ancestry-path --topo-order --date-order --author-date-order --committer= --all-match --invert-grep --regexp-ignore-case --extended-regexp --fixed-strings --perl-regexp --basic-regexp --no-pager --no-notes --notes --show-notes --encoding= --expand-tabs --no-expand-tabs --relative-date --parents --children --log-size --mailmap --use-mailmap --no-mailmap --cc --combined-all-paths --diff-merges --no-diff-merges --remerge-diff --root --no-commit-id --stdin --count --objects --objects-edge --objects-edge-aggressive --disk-usage --no-walk --do-walk --unpacked --bisect --timestamp --header --missing= --filter= --in-commit-order --max-age= --min-age= --numbered --email --group= --include-untracked --only-untracked --not --reflog --single-worktree --creation-factor= --no-dual-color --max-count= --since-as-filter= --ignore-missing --remove-empty --exclude-hidden= --alternate-refs --show-pulls --no-object-names --object-names --use-bitmap-index --progress= --date= --stdout --no-signature --subject-prefix= --cover-letter
git status -svbzu# --short --branch --show-stash --porcelain --long --verbose --untracked-files --ignore-submodules --ignored --column --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames
git blame -bcefklnstwpM# -C --porcelain --line-porcelain --incremental --show-stats --show-name --show-number --show-email --root --reverse --first-parent --progress --no-progress --date= --ignore-rev= --abbrev= --color-lines --color-by-age -L= -S
git annotate -bcefklnstwpM# -C --porcelain -L=
git describe --tags --all --always --dirty --broken --exact-match --abbrev= --long --match= --exclude= --first-parent --contains --candidates= --debug
git rev-parse -q --abbrev-ref --git-dir --git-common-dir --absolute-git-dir --verify --quiet --show-toplevel --show-prefix --show-cdup --show-superproject-working-tree --short --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --symbolic --symbolic-full-name --all --branches --tags --remotes --git-path --path-format= --sq --revs-only --no-revs --flags --no-flags --default= --local-env-vars --shared-index-path --show-object-format --since= --until= --not --disambiguate= --show-ref-format
git cat-file -ptse --batch-check --batch --batch-all-objects --unordered --buffer --textconv --allow-unknown-type --follow-symlinks -Z
git ls-tree -drtlz --name-only --name-status --long --full-name --full-tree --object-only --abbrev --format=
git ls-files -cdmosiktuvfzZ -x= --cached --deleted --modified --others --ignored --stage --unmerged --killed --directory --no-empty-directory --exclude= --exclude-standard --full-name --error-unmatch --recurse-submodules --abbrev --eol --resolve-undo --deduplicate --sparse --format= --debug --with-tree=
git merge-base -a --all --octopus --independent --is-ancestor --fork-point
git name-rev --tags --refs= --exclude= --all --name-only --no-undefined --always --annotate-stdin
git for-each-ref -sptq --count= --sort= --format= --merged --no-merged --contains --no-contains --points-at= --ignore-case --omit-empty --shell --perl --python --tcl --exclude= --include-root-refs
git show-ref -dhqs# --head --heads --tags --branches --dereference --hash --verify --quiet --abbrev --exists --exclude-existing
git show-branch -ra --all --remotes --current --topo-order --date-order --sparse --more= --list --merge-base --independent --no-name --sha1-name --topics --reflog --color --no-color
git cherry -v --abbrev=
git check-ignore -qvnz --quiet --verbose --non-matching --no-index --stdin
git check-attr -az --all --cached --stdin --source=
git count-objects -vH --verbose --human-readable
git fsck -v --full --strict --no-dangling --dangling --unreachable --root --tags --cache --no-reflogs --connectivity-only --lost-found --progress --no-progress --name-objects --verbose
git var -l
git help -agc --all --guides --config --man --user-interfaces --no-external-commands --no-aliases --verbose
git version --build-options
git verify-commit -v --verbose --raw
git verify-tag -v --verbose --raw --format=
git merge-tree -z --write-tree --name-only --messages --no-messages --merge-base= --allow-unrelated-histories --trivial-merge --stdin --quiet
git patch-id --stable --unstable --verbatim
git column --command= --mode= --raw-mode= --width= --indent= --nl= --padding=
git stripspace -sc --strip-comments --comment-lines
git request-pull -p
git grep -aIivwhHEGPFnolLzcqpWr# -e= -A= -B= -C= -m= --cached --untracked --no-index --text --ignore-case --word-regexp --invert-match --full-name --extended-regexp --basic-regexp --perl-regexp --fixed-strings --line-number --column --files-with-matches --name-only --files-without-match --null --only-matching --count --color --no-color --break --heading --show-function --function-context --all-match --and --or --not --quiet --recurse-submodules --exclude-standard --no-exclude-standard --max-depth= --threads= --recursive --no-recursive --textconv --max-count=
git branch -avrlidDmMcCfqtu --all --remotes --list --show-current --verbose --ignore-case --column --no-column --color --no-color --no-abbrev --abbrev= --no-contains= --delete --move --copy --force --track --no-track --unset-upstream --edit-description --create-reflog --quiet --omit-empty --recurse-submodules
git tag -lnasdfvi# --list --verify --delete --annotate --sign --force --merged --no-merged --no-contains= --column --no-column --color --ignore-case --create-reflog --omit-empty --cleanup= --message= --file= --local-user=
git remote -v --verbose --push --all -n --tags --no-tags -f --mirror --dry-run --prune --add --delete
git config -lzet --get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool --list --show-origin --show-scope --name-only --null --local --global --system --worktree --bool --int --bool-or-int --path --expiry-date --includes --no-includes --no-type --unset --unset-all --add --replace-all --remove-section --rename-section --edit --all --regexp --value= --fixed-value --url= --no-value
git clean -dfinqxX --dry-run --force --interactive --quiet
git worktree -vzfqd --porcelain --verbose --force --detach --checkout --no-checkout --lock --quiet --orphan --dry-run --expire= --guess-remote --track
git symbolic-ref -qd --short --quiet --delete --recurse --no-recurse
git ls-remote -htqC --heads --branches --tags --refs --quiet --exit-code --get-url --sort= --symref --server-option= -o=
git difftool --tool-help -ydgt --no-prompt --dir-diff --gui --tool= --cached --staged
git notes -qfsv --ref=
git submodule -q --quiet --recursive --cached
git bisect -q
git hash-object -wt= --stdin --literally --no-filters --path=
git archive -lv# -0 --list --verbose --worktree-attributes --add-virtual-file= --mtime=
git check-ref-format --branch --normalize --allow-onelevel --refspec-pattern --print
git verify-pack -vs --verbose --stat-only
git rerere --rerere-autoupdate
git sparse-checkout --cone --no-cone
git lfs -ls --long --size --name-only --all
`;
