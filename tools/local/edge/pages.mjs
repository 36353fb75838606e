import { createHash } from 'node:crypto';

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;margin:0;display:grid;place-items:center;min-height:100vh;color:#1d1d1f;background:#fbfaf8}
main{max-width:34rem;padding:2rem}h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem}ul{padding:0;list-style:none}li{margin:.4rem 0}a{color:#0b57a4}
@media(prefers-color-scheme:dark){body{color:#ececec;background:#17181a}a{color:#8ec5ff}}`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const SECONDS_UNTIL_RELOAD = 1;

/** The headers of every page. The content security policy allows STYLE only: no script and no request. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

const escapeHtml = (text) =>
  String(text).replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char]);

function page(title, body, { reloads = false } = {}) {
  const reload = reloads ? `<meta http-equiv="refresh" content="${SECONDS_UNTIL_RELOAD}">` : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${reload}
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>
`;
}

/** The page that is shown until the services respond. It reloads itself. @param step the current step of the launcher */
export function startingPage(step) {
  const now = step ? `<p role="status">Now: ${escapeHtml(step)}.</p>` : '';
  return page('Almanac is starting', `${now}\n<p>This page opens the site as soon as it responds.</p>`, {
    reloads: true,
  });
}

/** The page that is shown while a service does not respond, e.g. because it restarts. It reloads itself. */
export const restartingPage = () =>
  page('One moment', '<p>A part of Almanac does not respond; it is being restarted. This page tries again.</p>', {
    reloads: true,
  });

/** The page that is shown at `/` while no program serves the pages of the site. @param links pairs of name and URL */
export function noSitePage(links, sitePort) {
  const items = links.map(([name, url]) => `<li><a href="${escapeHtml(url)}">${escapeHtml(name)}</a></li>`);
  return page(
    'There is no site here yet',
    `<p>This is the address of your site. Almanac serves its APIs here; the pages come from a program of your own, which
listens on port ${sitePort} and reads the posts from the Content API.</p>
<ul>${items.join('\n')}</ul>`,
  );
}
