/** Numbers that look random and come again with the same seed. */
export function randomFrom(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return below => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Pick = (below: number) => number;

/** Few names, so that commands meet each other's files. */
const NAMES = ['a', 'b', 'c', 'd', 'A', '.dot', 'e f', 'ü', 'new\nline', '-dash', 'dist', "quo'te", 'x,y:z\\'];
const MODES = ['644', '600', '755', '700', '444', '500', '000', '111', '1777', '311'];

const one = <T>(pick: Pick, list: readonly T[]): T => list[pick(list.length)]!;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A path of up to three names. */
function path(pick: Pick): string {
  const names = Array.from({ length: 1 + pick(3) }, () => one(pick, NAMES.slice(0, 4 + pick(NAMES.length - 3))));
  return quoted(`./${names.join('/')}`);
}

/** What is there at first, as a script too. */
export function randomTree(pick: Pick): string {
  const lines = Array.from({ length: 4 + pick(14) }, (_, index) => {
    const at = path(pick);
    const made = [
      `mkdir -p ${at}`,
      `mkdir -p "$(dirname ${at})" && echo ${index} > ${at}`,
      `mkdir -p "$(dirname ${at})" && printf 'a\\0\\377%s' ${index} > ${at}`,
      `mkdir -p "$(dirname ${at})" && ln -s ${one(pick, ['a', '../b', '/nonexistent/file', 'nowhere', './d'])} ${at}`,
    ];
    return one(pick, made);
  });
  const modes = Array.from({ length: pick(4) }, () => `chmod ${one(pick, MODES)} ${path(pick)}`);
  return [...lines, ...modes].map(line => `{ ${line}; } 2> /dev/null`).join('\n');
}

/** Commands on files that succeed or fail; each prints how it ended. */
export function randomScript(pick: Pick): string {
  const lines = Array.from({ length: 1 + pick(12) }, (_, index) => randomLine(pick, index));
  return lines.map(line => `{ ${line}; } > /dev/null 2>&1; echo $?`).join('\n');
}

function randomLine(pick: Pick, index: number): string {
  const [at, to, mode] = [path(pick), path(pick), one(pick, MODES)];
  // What is copied of a folder into itself depends on the order of its names.
  const apart = `[[ ${to}/ != ${at}/* ]]`;
  return one(pick, [
    `echo new ${index} > ${at}`,
    `echo more ${index} >> ${at}`,
    `printf '\\0\\1\\377' > ${at}`,
    `: > ${at}`,
    `rm -f ${at}`,
    `rm -rf ${at}`,
    `rmdir ${at}`,
    `mkdir ${at}`,
    `mkdir -p ${at} && echo in ${index} > ${at}/inside`,
    `mkdir -m ${mode} ${at}`,
    `mkdir -p ${at} && touch ${at}/x && chmod ${mode} ${at}`,
    `mv ${at} ${to}`,
    `mv -T ${at} ${to}`,
    `mv ${at} tmp-${index} && mv ${to} ${at} && mv tmp-${index} ${to}`,
    `${apart} && cp -a ${at} ${to}`,
    `${apart} && cp -r ${at} ${to}`,
    `ln -s ${to} ${at}`,
    `ln -sfn ${to} ${at}`,
    `ln ${at} ${to}`,
    `ln ${at} ${to} && echo both ${index} >> ${to}`,
    `chmod ${mode} ${at}`,
    `chmod -R ${one(pick, ['u+rwX', 'a-w', 'go=', 'a-x'])} ${at}`,
    `truncate -s ${pick(3) * 5000} ${at}`,
    `sed -i s/new/old/ ${at}`,
    `touch ${at}`,
    `find ${at} -type f -delete`,
    `find . -mindepth 2 -name ${quoted(one(pick, NAMES))} -exec rm -rf {} +`,
    `rm -rf ${at} && mkdir ${at} && echo anew ${index} > ${at}/anew`,
    `rm -rf ${at} && echo a file > ${at}`,
    `cd ${at}`,
    `rm -rf ./* .[!.]*`,
  ]);
}
