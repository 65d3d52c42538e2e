import { createSocket } from 'node:dgram';
import { expect, it, onTestFinished } from 'vitest';
import { kindOfBytes } from '../../../src/text/kind-of-bytes.ts';
import { GREEN, html, middle, openServer, shareStudio } from '../../support/screen/screenshot-studio.ts';

const { shoot } = shareStudio();

it('reaches nothing of this machine or its network, by no way', async () => {
  const { port, asked } = await openServer(html('secret'));
  const udp = createSocket('udp4');
  let packets = 0;
  udp.on('message', () => packets++);
  await new Promise<void>(resolve => udp.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => void udp.close());
  const host = `127.0.0.1:${port}`;
  const page = `${GREEN}
    <img src="http://${host}/img"><iframe src="http://${host}/frame"></iframe><iframe src="file:///etc/passwd"></iframe>
    <link rel="preconnect" href="http://${host}/"><link rel="prefetch" href="http://${host}/prefetch">
    <form id="f" action="http://localhost:${port}/form" target="x" method="post"></form>
    <script>
      for (const to of ['${host}', 'localhost:${port}', 'a.localhost:${port}', '[::1]:${port}', '0.0.0.0:${port}', '2130706433:${port}']) {
        fetch('http://' + to + '/fetch', { mode: 'no-cors' }).catch(() => 0);
        navigator.sendBeacon('http://' + to + '/beacon', 'x');
        try { new WebSocket('ws://' + to + '/ws') } catch {}
        try { new EventSource('http://' + to + '/events') } catch {}
      }
      new Worker(URL.createObjectURL(new Blob(["fetch('http://${host}/worker', { mode: 'no-cors' })"])));
      navigator.serviceWorker?.register('/page.html').catch(() => 0);
      const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udp.address().port}' }] });
      peer.createDataChannel('x');
      peer.createOffer().then(offer => peer.setLocalDescription(offer));
      document.getElementById('f').submit();
      window.open('http://${host}/popup');
    </script>`;
  const none = await shoot(page);
  expect(kindOfBytes(none.bytes)).toMatchObject({ width: 100, height: 80 });
  expect(none.refused).toEqual(expect.arrayContaining(['127.0.0.1', 'localhost', '::1']));
  // A policy that allows every host does not mean this machine.
  await shoot(page, { mayReach: () => true });
  expect(asked).toEqual([]);
  expect(packets).toBe(0);
});

it('that talks, opens windows, downloads, leaves and asks for rights is shown all the same', async () => {
  const { bytes, url } = await shoot(`<meta http-equiv="refresh" content="0; url=file:///etc/passwd">${GREEN}
    <a id="d" download href="data:application/zip,x"></a>
    <style>iframe { position: absolute; left: 200px }</style>
    <iframe src="chrome://version"></iframe><iframe src="view-source:/page.html"></iframe>
    <script>
      for (let i = 0; i < 30; i++) { alert(i); confirm(i); prompt(i); window.open('about:blank') }
      setInterval(() => { window.open('about:blank'); document.getElementById('d').click() }, 5);
      navigator.geolocation.getCurrentPosition(() => 0);
      Notification.requestPermission();
      onbeforeunload = () => 'stay';
      for (const to of ['chrome://settings', 'view-source:/page.html', 'file:///etc/passwd', 'data:text/html,x']) {
        try { location = to } catch {}
      }
      history.replaceState(null, '', '#' + 'x'.repeat(100_000));
      print();
    </script>`);
  expect(await middle(bytes)).toEqual([0, 255, 0]);
  expect(url).toMatch(/^http:\/\/workspace\.invalid\/page\.html#x{1000}/);
  expect(url.length).toBeLessThan(3_000);
});

it('that never ends loading is shown as far as it came', async () => {
  const { port } = await openServer((request, response) => {
    if (request.url === '/') html(`${GREEN}<img src="/never">`)(request, response);
  });
  const { bytes, stillLoading } = await shoot('', {
    loadTime: 8_000,
    source: { kind: 'host', url: `http://127.0.0.1:${port}/` },
    mayReach: host => host === '127.0.0.1',
  });
  expect(stillLoading).toBe(true);
  expect(await middle(bytes)).toEqual([0, 255, 0]);
});

it('that is endlessly high and wide is cut', async () => {
  const vast = `${GREEN}<div style="height:5000000px;width:3000000px">`;
  const { bytes, cutBelow } = await shoot(vast, { fullPage: true, width: 20 });
  expect(kindOfBytes(bytes)).toMatchObject({ width: 20, height: 16_000 });
  expect(cutBelow).toBeGreaterThan(4_000_000);
});

it('that talks for ever ends in time', async () => {
  const talking = shoot('<script>for (;;) alert(1)</script>', { time: 3_000, loadTime: 2_000 });
  await expect(talking).rejects.toMatchObject({ code: 'TIMEOUT' });
});

// Last: the browser may not survive it.
it('that takes all memory gets little of it', async () => {
  const greedy = 'const all = []; try { for (;;) all.push(new Uint8Array(5e7).fill(1)) } catch {}';
  // The page may get an error, or may not live to see it.
  const colour = await shoot(`${GREEN}<script>${greedy}</script>`, { time: 30_000 }).then(
    ({ bytes }) => middle(bytes),
    error => error.code as string,
  );
  expect([[0, 255, 0], 'EXECUTION_ERROR', 'TIMEOUT']).toContainEqual(colour);
});
