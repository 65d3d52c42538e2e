
folder=$1
if [ -e "$1/.git" ] || [ -L "$1/.git" ]; then folder=$1/.git; fi
if [ ! -d "$folder" ] || [ ! -f "$folder/HEAD" ]; then echo 'there is no plain repository' >&2; exit 1; fi
if [ -e "$folder/commondir" ]; then echo 'it is a worktree of another repository' >&2; exit 1; fi
for file in "$folder/config" "$folder/config.worktree"; do
  if [ -f "$file" ]; then git config --file "$file" --null --list --includes || exit; fi
done
