import { createHash } from 'node:crypto';

/** Headers of all answers: nothing is kept, framed, guessed at or told to others. */
export const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), display-capture=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

/** A page with its script and style in itself. Only these run, and the page can speak to nobody but us. */
export function toPage(html: string, status = 200): Response {
  return new Response(html, {
    status,
    headers: {
      ...HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': [
        HEADERS['Content-Security-Policy'],
        `script-src ${hashesOf('script', html)}`,
        `style-src ${hashesOf('style', html)}`,
        "connect-src 'self'",
        'img-src data: blob:',
        'font-src data:',
      ].join('; '),
    },
  });
}

function hashesOf(tag: 'script' | 'style', html: string): string {
  const parts = html.matchAll(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`, 'gi'));
  const hashes = [...parts].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return hashes.length > 0 ? hashes.join(' ') : "'none'";
}

const small = (body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Toolgate</title>
<link rel="icon" href="data:,">
<style>body { font: 1rem system-ui, sans-serif; margin: 3rem auto; max-width: 40rem; padding: 0 1rem }</style></head>
<body>${body}</body></html>
`;

/** After a reload the tab still knows the token; one that was just refused is forgotten, against going in circles. */
export const LOCKED =
  small(`<main><h1>Toolgate</h1><p>Open the link that <code>toolgate serve</code> has printed.</p></main>
<script>
const token = sessionStorage.getItem('toolgate-token');
const query = new URLSearchParams(location.search);
if (query.has('token')) {
  sessionStorage.removeItem('toolgate-token');
  history.replaceState(null, '', '/' + location.hash);
} else if (token) {
  query.set('token', token);
  location.replace('/?' + query + location.hash);
}
</script>`);

export const NOT_BUILT = small(
  '<main><h1>Toolgate</h1><p>The page is not built. Run <code>npm run build:page</code>, then reload.</p></main>',
);
