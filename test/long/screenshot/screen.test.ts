import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import jpeg from 'jpeg-js';
import { describe, expect, it } from 'vitest';
import { decodePng } from '../../../src/convert/image/decode-png.ts';
import { encodePng } from '../../../src/convert/image/encode-png.ts';
import type { ToolgateOptions } from '../../../src/gate/toolgate-options.ts';
import { captureScreenshot } from '../../../src/packs/screenshot/capture-screenshot.ts';
import { createUnsandboxed } from '../../../src/sandbox/plain/create-unsandboxed.ts';
import { findProgram } from '../../../src/system/find-program.ts';
import { temporaryWorkspace } from '../../../src/testing/temporary-workspace.ts';
import { verifyTool } from '../../../src/testing/verify-tool.ts';
import { openDisplay, paint, pixel, squareOn } from '../../support/screen/open-display.ts';
import { openGate } from '../../support/worlds/open-gate.ts';

const BLUE = [10, 20, 200] as const;
const RED = [250, 0, 0] as const;
const BASE = { PATH: process.env.PATH, HOME: '/nonexistent' };

const open = (env: Readonly<Record<string, string | undefined>>, more: Partial<ToolgateOptions> = {}) =>
  openGate({}, { policy: 'privileged', approver: () => 'allow_once', env, ...more });

describe('the screen of an X server', () => {
  it('the screen of an X server is saved as it is, as PNG and as JPEG, and can be taken back', async () => {
    const display = await openDisplay(640, 480);
    await paint(display, squareOn([640, 480], 100, [BLUE, RED]));
    const { gate, root, run, exists } = await open({ ...BASE, DISPLAY: display });
    const taken = await run('capture_screenshot', {});
    expect(taken).toMatchObject({
      ok: true,
      value: {
        ok: true,
        mode: 'screen',
        format: 'png',
        width: 640,
        height: 480,
        outputPath: expect.stringMatching(/^screenshots\/screenshot-\d{8}-\d{6}-\d{3}\.png$/),
      },
    });
    const { outputPath } = taken.value as { outputPath: string };
    const file = readFileSync(join(root, outputPath));
    const picture = await decodePng(file);
    expect([picture.width, picture.height]).toEqual([640, 480]);
    expect([pixel(picture, 50, 50), pixel(picture, 300, 300)]).toEqual([RED, BLUE]);
    expect(taken.attachments).toEqual([
      { name: outputPath.split('/')[1], mediaType: 'image/png', data: file.toString('base64') },
    ]);
    const photo = await run('capture_screenshot', { mode: 'screen', outputPath: 'shots/now.jpg' });
    expect(photo.value).toMatchObject({ outputPath: 'shots/now.jpg', format: 'jpeg', width: 640, height: 480 });
    const decoded = jpeg.decode(readFileSync(join(root, 'shots/now.jpg')), { useTArray: true });
    expect(pixel(decoded, 300, 300)[2]).toBeGreaterThan(150);
    expect((await gate.execute({ name: 'undo_file', args: { path: 'shots/now.jpg' } })).ok).toBe(true);
    expect(exists('shots/now.jpg')).toBe(false);
  });

  it('the screen of an X server is asked for, and counts as private data from then on', async () => {
    const display = await openDisplay(64, 48);
    const asked: string[] = [];
    const { gate, run } = await open(
      { ...BASE, DISPLAY: display },
      {
        policy: { extends: 'privileged', network: { allow: ['example.com'] } },
        approver: ({ reason }) => {
          asked.push(reason);
          return 'allow_once';
        },
      },
    );
    const page = { name: 'capture_screenshot', args: { url: 'https://example.com/' } };
    expect(await gate.explain(page)).toMatchObject({ verdict: 'allow' });
    expect((await run('capture_screenshot', {})).ok).toBe(true);
    expect(asked.join()).toContain('other programs');
    const after = await gate.explain(page);
    expect(after).toMatchObject({ verdict: 'ask' });
    expect(JSON.stringify(after)).toContain('Private data could go to');
  });

  it('the screen of an X server is not taken without a yes, and not over a file without saying so', async () => {
    const display = await openDisplay(64, 48);
    const { run, write, read } = await open(
      { ...BASE, DISPLAY: display },
      {
        approver: ({ reason }) => {
          expect(reason).toContain('overwrites a.png');
          return 'reject_once';
        },
      },
    );
    write('a.png', 'mine');
    expect((await run('capture_screenshot', { outputPath: 'a.png' })).error?.code).toBe('APPROVAL_DENIED');
    expect(read('a.png')).toBe('mine');
  });

  it('the screen of an X server does as the tool says', async () => {
    const env = { ...BASE, DISPLAY: await openDisplay(64, 48) };
    const { findings, succeeded } = await verifyTool(toolFor(env), {
      runs: 0,
      arguments: [{}, { outputPath: 'new/a.jpg' }, { outputPath: 'README.md' }, { mode: 'page' }, { url: 'file:///x' }],
    });
    expect(findings).toEqual([]);
    expect(succeeded).toBe(2);
  });
});

/** The tool on a machine of another kind. */
const toolFor = (env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform = 'linux') =>
  captureScreenshot({
    env,
    platform,
    outside: async () => createUnsandboxed({ env }),
    findProgram: (name, root) => findProgram(name, env.PATH, root),
    photographPage: () => Promise.reject(new Error('No page is meant')),
  });

/**
 * Programs that stand in for those of other systems, which cannot run here: each notes its arguments and environment,
 * and gives a picture of 7x5 in its own way.
 */
async function machine(programs: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) {
  const workspace = temporaryWorkspace({}, { prefix: 'toolgate-screen-' });
  const folder = join(workspace.root, '..', 'machine');
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const png = await encodePng(squareOn([7, 5], 1, [BLUE, RED]));
  writeFileSync(join(folder, 'picture.png'), png);
  for (const [name, script] of Object.entries(programs)) {
    const note = `printf '%s\\n' "$@" > ${folder}/${name}.args; env > ${folder}/${name}.env`;
    writeFileSync(join(bin, name), `#!/bin/sh\n${note}\nPICTURE=${folder}/picture.png\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const full = { PATH: `${bin}:/usr/bin:/bin`, HOME: '/nonexistent', MY_SECRET: 'hush', ...env };
  return {
    workspace,
    env: full,
    png,
    ran: (name: string) => existsSync(join(folder, `${name}.args`)),
    args: (name: string) =>
      readFileSync(join(folder, `${name}.args`), 'utf8')
        .trim()
        .split('\n'),
    seen: (name: string) => readFileSync(join(folder, `${name}.env`), 'utf8'),
    async shoot(args: object, platform: NodeJS.Platform = 'linux') {
      const gate = await workspace.gate({
        store: 'memory',
        policy: 'privileged',
        approver: () => 'allow_once',
        tools: [toolFor(full, platform)],
      });
      return gate.execute({ name: 'capture_screenshot', args });
    },
    [Symbol.asyncDispose]: () => workspace.remove(),
  };
}

const GIVES = 'cat "$PICTURE"';

describe('the screen of other systems', () => {
  it('the screen of other systems is taken by grim on Wayland, which is told of its display and of no secret', async () => {
    await using here = await machine(
      { grim: GIVES, import: 'exit 1' },
      { WAYLAND_DISPLAY: 'wayland-9', XDG_RUNTIME_DIR: '/run/user/9', DISPLAY: ':9' },
    );
    expect((await here.shoot({ outputPath: 'a.png' })).value).toMatchObject({ width: 7, height: 5, mode: 'screen' });
    expect(here.args('grim')).toEqual(['-t', 'png', '-']);
    expect(here.seen('grim')).toMatch(/^WAYLAND_DISPLAY=wayland-9$/m);
    expect(here.seen('grim')).toMatch(/^XDG_RUNTIME_DIR=\/run\/user\/9$/m);
    expect(here.seen('grim')).not.toContain('hush');
    expect(here.ran('import')).toBe(false);
    expect(readFileSync(here.workspace.path('a.png'))).toEqual(here.png);
  });

  it('the screen of other systems is taken by the next way where the first one fails', async () => {
    await using here = await machine(
      { grim: 'echo "compositor does not support wlr-screencopy" >&2; exit 1', import: GIVES },
      { WAYLAND_DISPLAY: 'wayland-9', DISPLAY: ':9' },
    );
    expect((await here.shoot({ outputPath: 'a.png' })).ok).toBe(true);
    expect(here.args('import')).toEqual(['-silent', '-window', 'root', 'png:-']);
    expect(here.seen('import')).toMatch(/^DISPLAY=:9$/m);
  });

  it('the screen of other systems is chosen by a person on Wayland, with slurp', async () => {
    await using here = await machine({ grim: GIVES, slurp: 'echo "1,2 3x4"' }, { WAYLAND_DISPLAY: 'wayland-9' });
    expect((await here.shoot({ mode: 'interactive', outputPath: 'a.png' })).value).toMatchObject({
      mode: 'interactive',
    });
    expect(here.args('grim')).toEqual(['-t', 'png', '-g', '1,2 3x4', '-']);
  });

  it.each([
    ['screen', '-x'],
    ['interactive', '-i'],
  ])('the screen of other systems is taken by screencapture on macOS: %s', async (mode, option) => {
    await using here = await machine({ screencapture: 'for last; do :; done; cp "$PICTURE" "$last"' });
    const { value } = await here.shoot({ mode, outputPath: 'a.png' }, 'darwin');
    expect(value).toMatchObject({ mode, format: 'png', width: 7, height: 5 });
    expect(here.args('screencapture')).toEqual([option, '-t', 'png', expect.stringMatching(/\/picture\.png$/)]);
  });

  it('the screen of other systems is taken by PowerShell from WSL, whatever other displays there are', async () => {
    await using here = await machine(
      { 'powershell.exe': 'base64 "$PICTURE"', import: 'exit 1' },
      { WSL_DISTRO_NAME: 'Debian', WSL_INTEROP: '/run/WSL/1_interop', DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' },
    );
    expect((await here.shoot({ outputPath: 'a.jpg' })).value).toMatchObject({ format: 'jpeg', width: 7 });
    const args = here.args('powershell.exe');
    expect(args.slice(0, -1)).toEqual(['-NoProfile', '-NonInteractive', '-EncodedCommand']);
    const script = Buffer.from(args.at(-1)!, 'base64').toString('utf16le');
    expect(script).toContain('System.Windows.Forms');
    expect(script).toContain('CopyFromScreen');
    expect(here.seen('powershell.exe')).toMatch(/^WSL_INTEROP=/m);
  });

  it.each([
    ['no display', {}, {}, 'linux', /DISPLAY or WAYLAND_DISPLAY/],
    ['no grim', {}, { WAYLAND_DISPLAY: 'w' }, 'linux', /install grim/],
    ['no import', {}, { DISPLAY: ':9' }, 'linux', /install imagemagick/],
    ['no slurp', { grim: GIVES }, { WAYLAND_DISPLAY: 'w', interactive: 'yes' }, 'linux', /slurp/],
    ['no screencapture', {}, {}, 'darwin', /screencapture/],
    ['a program that gives no picture', { import: 'echo text' }, { DISPLAY: ':9' }, 'linux', /mode "page"/],
  ] as const)(
    'the screen of other systems with %s says what is needed',
    async (_, programs, env: Readonly<Record<string, string>>, platform, says) => {
      await using here = await machine(programs, env);
      // Only these: the machine's own would be found otherwise.
      const mode = env.interactive ? 'interactive' : 'screen';
      const only = { ...here.env, PATH: here.env.PATH.split(':')[0] };
      const gate = await here.workspace.gate({
        store: 'memory',
        policy: 'privileged',
        approver: () => 'allow_once',
        tools: [toolFor(only, platform)],
      });
      const { error } = await gate.execute({ name: 'capture_screenshot', args: { mode, outputPath: 'a.png' } });
      expect(error).toMatchObject({ code: 'EXECUTION_ERROR', suggestion: expect.stringMatching(says) });
      expect(here.workspace.snapshot().size).toBe(0);
    },
  );

  it('the screen of other systems is not taken by a program of the workspace', async () => {
    await using here = await machine({}, { DISPLAY: ':9' });
    here.workspace.write('node_modules/.bin/import', '#!/bin/sh\ntouch ran\n');
    chmodSync(here.workspace.path('node_modules/.bin/import'), 0o755);
    const env = { ...here.env, PATH: here.workspace.path('node_modules/.bin') };
    const gate = await here.workspace.gate({
      store: 'memory',
      policy: 'privileged',
      approver: () => 'allow_once',
      tools: [toolFor(env)],
    });
    expect((await gate.execute({ name: 'capture_screenshot', args: {} })).error?.code).toBe('EXECUTION_ERROR');
    expect(existsSync(here.workspace.path('ran'))).toBe(false);
  });
});

describe('arguments that contradict each other', () => {
  it.each([
    [{ mode: 'page' }, 'needs the url'],
    [{ mode: 'screen', url: 'https://example.com' }, 'only for mode page'],
    [{ width: 100 }, 'width is only for mode page'],
    [{ outputPath: 'a.gif' }, '.gif'],
    [{ outputPath: 'a.png', format: 'jpeg' }, 'format says jpeg'],
    [{ url: 'localhost:3000' }, 'no scheme'],
    [{ url: 'javascript:alert(1)' }, 'javascript:'],
    [{ url: 'https://me:pw@example.com/' }, 'password'],
    [{ outputPath: '../out.png' }, 'workspace'],
  ])('arguments that contradict each other are refused: %j', async (args, says) => {
    const { run } = await open(BASE);
    const { error } = await run('capture_screenshot', args);
    expect(error?.code).toMatch(/^INVALID_/);
    expect(error?.message).toContain(says);
  });
});
