import type { MemberPageSite } from '@almanac/publishing';
import { textLanguageOf } from '@almanac/rendering';
import { escapeAttribute, escapeText } from 'entities';
import type { FastifyReply } from 'fastify';

const STYLE = `body{margin:0;font:17px/1.5 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;color:#15171a;background:#f3f5f6}
main{max-width:420px;margin:12vh auto 0;padding:32px;background:#fff;border-radius:8px;box-shadow:0 1px 4px rgba(0,0,0,.1)}
h1{margin:0 0 12px;font-size:24px;line-height:1.25}p{margin:0 0 20px}.site{color:#5d6a70;font-size:14px}a{color:inherit}
label{display:flex;gap:12px;margin:0 0 20px;cursor:pointer}input{width:20px;height:20px;margin:3px 0 0;flex:none;accent-color:#15171a}
.done{padding:8px 12px;border-radius:5px;background:#e4f4ea;color:#0c4a24}
button{font:inherit;font-weight:600;padding:12px 22px;border:0;border-radius:5px;background:#15171a;color:#fff;cursor:pointer}
button:focus-visible,a:focus-visible,input:focus-visible{outline:3px solid #3eb0ef;outline-offset:2px}
@media(max-width:480px){main{margin:0;min-height:100vh;box-sizing:border-box;padding:24px 20px;border-radius:0}}
@media(prefers-color-scheme:dark){body{background:#15171a;color:#e6e9eb}main{background:#25292c}.site{color:#abb4ba}
button{background:#fff;color:#15171a}input{accent-color:#fff}.done{background:#123d24;color:#d3f3de}}`;

/** No script runs, and forms are sent to this service only. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A page that a link in a mail opens. It works without a script and without a sign-in. */
export interface MemberPage {
  status: number;
  heading: string;
  /** The html below the heading. */
  content: string;
}

/**
 * The html of a paragraph.
 * @param text plain text
 */
export function paragraph(text: string, className?: 'done'): string {
  const attributes = className === undefined ? '' : ` class="${className}" role="status"`;
  return `<p${attributes}>${escapeText(text)}</p>`;
}

/**
 * The html of a form that is sent to the path of the page with the token. Other parameters of the URL are not sent.
 * @param token the token in the URL of the page
 * @param fields the html of its fields
 * @param button the label of its button
 */
export function formOf(token: string, fields: string, button: string): string {
  const action = escapeAttribute(`?token=${encodeURIComponent(token)}`);
  return `<form method="post" action="${action}">${fields}<button type="submit">${escapeText(button)}</button></form>`;
}

/** Sends a page. The headers keep the page out of caches, and its URL, which contains a token, out of `Referer` headers. */
export async function sendMemberPage(
  reply: FastifyReply,
  { status, heading, content }: MemberPage,
  { title, language, siteUrl }: MemberPageSite & { siteUrl: string },
): Promise<void> {
  await reply
    .status(status)
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
    .send(`<!doctype html>
<html lang="${textLanguageOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeText(heading)} – ${escapeText(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="site"><a href="${escapeAttribute(siteUrl)}">${escapeText(title)}</a></p>
<h1>${escapeText(heading)}</h1>
${content}
</main>
</body>
</html>
`);
}
