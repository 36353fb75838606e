import { escapeUTF8 } from 'entities';
import { type MailMessage, type MessagePage } from './message-store';

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#15171a;background:#fff}
a{color:#1f6feb}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.4rem .6rem;border-bottom:1px solid #ddd}
iframe{width:100%;height:36rem;border:1px solid #ddd}summary{cursor:pointer;margin:1rem 0}nav{display:flex;gap:1rem;margin:1rem 0}input,button{font:inherit;padding:.2rem .5rem}td{overflow-wrap:anywhere}pre{white-space:pre-wrap;background:#f5f5f5;padding:1rem}
@media(prefers-color-scheme:dark){body{color:#eee;background:#15171a}td,th,iframe{border-color:#444}pre{background:#222}a{color:#79b8ff}iframe{background:#fff}}`;

function layout(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeUTF8(title)}</title><style>${STYLE}</style><body>${body}</body></html>`;
}

function row(message: MailMessage): string {
  const cells = [message.receivedAt, message.to, message.from].map((cell) => `<td>${escapeUTF8(cell)}</td>`).join('');
  return `<tr>${cells}<td><a href="/messages/${message.id}">${escapeUTF8(message.subject)}</a></td></tr>`;
}

/**
 * The html of a page of the list of mails.
 * @param to the searched part of recipients; empty for all mails
 */
export function listPage(
  { messages, total }: MessagePage,
  { to, page, pages }: { to: string; page: number; pages: number },
): string {
  const rows = messages.map(row).join('') || '<tr><td colspan="4">No mail yet.</td></tr>';
  const query = `to=${encodeURIComponent(to)}`;
  const search = `<form><label>Recipient <input type="search" name="to" value="${escapeUTF8(to)}"></label> <button>Search</button></form>`;
  const links = [
    page > 1 ? `<a href="/?${query}&amp;page=${page - 1}">Newer</a>` : '',
    page < pages ? `<a href="/?${query}&amp;page=${page + 1}">Older</a>` : '',
  ];
  const head = '<tr><th>Received</th><th>To</th><th>From</th><th>Subject</th></tr>';
  return layout(
    'Almanac mailbox',
    `<h1>Mailbox</h1><p>The mails that Almanac sent since the last <code>npm run reset</code>. Only the newest 1,000 are stored. Found: ${total}. <a href="/api/messages?${query}&amp;page=${page}">JSON</a></p>${search}<table>${head}${rows}</table><nav>${links.join('')}</nav>`,
  );
}

/** Html of a plain text, with its URLs as links. */
function withLinks(text: string): string {
  const parts = text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/);
  const link = (url: string): string => `<a href="${url}" target="_blank" rel="noopener noreferrer">${url}</a>`;
  return parts.map((part, index) => (index % 2 === 0 ? escapeUTF8(part) : link(escapeUTF8(part)))).join('');
}

/**
 * The html page of a mail. The html of the mail is in a sandboxed frame, so that it
 * cannot run scripts. Links open in a new tab, which has no access to the mailbox.
 */
export function messagePage(message: MailMessage): string {
  const html = `<base target="_blank">${message.html}`;
  const frame = message.html
    ? `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeUTF8(html)}"></iframe>`
    : '';
  const lines = (message.headers ?? []).map(({ key, value }) => `${key}: ${value}`).join('\n');
  const headers = `<details><summary>Headers</summary><pre>${escapeUTF8(lines)}</pre></details>`;
  return layout(
    message.subject,
    `<p><a href="/">Mailbox</a></p><h1>${escapeUTF8(message.subject)}</h1><p>From ${escapeUTF8(message.from)} to ${escapeUTF8(message.to)}, ${message.receivedAt}</p>${frame}<details open><summary>Text</summary><pre>${withLinks(message.text)}</pre></details>${headers}`,
  );
}
