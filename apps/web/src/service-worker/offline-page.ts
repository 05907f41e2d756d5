import { offline as en } from '@airdeck/phrases/en/offline';
import { offline as ko } from '@airdeck/phrases/ko/offline';

const TEXTS = { ko, en };
/** The page's own style and script, and nothing else, may run on it. It is the same for all users and holds no input. */
const NONCE = 'airdeck-offline';
const POLICY = [
  "default-src 'none'",
  `style-src 'nonce-${NONCE}'`,
  `script-src 'nonce-${NONCE}'`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const STYLE = `
:root { color-scheme: light; }
body { display: grid; min-height: 100vh; margin: 0; place-items: center; background: #f9fafb; color: #172033;
  font: 16px/1.6 "Noto Sans KR", "Noto Sans CJK KR", "Apple SD Gothic Neo", "Malgun Gothic", Roboto, sans-serif; word-break: keep-all; }
main { max-width: 34rem; padding: 32px 24px; text-align: center; }
svg { width: 72px; height: 72px; }
h1 { margin: 20px 0 8px; font-size: 24px; }
h2 { margin: 0 0 4px; font-size: 15px; }
section { margin-top: 36px; padding-top: 20px; border-top: 1px solid #e6e9ee; font-size: 14px; }
p { margin: 0 0 6px; color: #55607a; }
a { display: inline-block; margin-top: 22px; padding: 11px 26px; border-radius: 10px; background: #1b53a0; color: #fff;
  font-weight: 600; text-decoration: none; }
a:focus-visible { outline: 3px solid #1b53a0; outline-offset: 3px; }
`;

/** Opens the address again as soon as the server answers anything. */
const SCRIPT = `
document.getElementById('since').textContent = new Date().toLocaleTimeString(document.documentElement.lang);
const again = () => location.reload();
addEventListener('online', again);
setInterval(() => fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(again, () => undefined), 10000);
`;

const LOGO =
  '<svg viewBox="0 0 48 48" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" aria-hidden="true"><rect width="48" height="48" rx="11" fill="#1b53a0" stroke="none"/><g transform="translate(7 7)"><path d="M3 12h18a4.5 4.5 0 1 0-4.5-4.5"/><path d="M3 18h24a4.5 4.5 0 1 1-4.5 4.5"/><path d="M3 24h11a4 4 0 1 1-4 4"/></g></svg>';

/** Shown instead of the console while the server is unreachable. It is part of the worker: nothing is cached. */
export function offlinePage(languages: readonly string[]): Response {
  const isKorean = languages.some((tag) => tag.startsWith('ko')) || languages.length === 0;
  const [language, other] = isKorean ? (['ko', 'en'] as const) : (['en', 'ko'] as const);
  const { title, text, again, since, retry } = TEXTS[language];
  // The chosen language is unknown here, and whether this computer has fonts for both.
  const otherwise = TEXTS[other];
  const page = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Airdeck</title>
<style nonce="${NONCE}">${STYLE}</style>
</head>
<body>
<main>
${LOGO}
<h1>${title}</h1>
<p>${text}</p>
<p>${again}</p>
<p>${since}: <time id="since"></time></p>
<a href="">${retry}</a>
<section lang="${other}">
<h2>${otherwise.title}</h2>
<p>${otherwise.text}</p>
<p>${otherwise.again}</p>
</section>
</main>
<script nonce="${NONCE}">${SCRIPT}</script>
</body>
</html>`;
  return new Response(page, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
    },
  });
}
