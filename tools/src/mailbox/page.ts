import { escapeUTF8 } from 'entities';
import { type MailMessage } from './message-store';

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#15171a;background:#fff}
a{color:#1f6feb}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.4rem .6rem;border-bottom:1px solid #ddd}
iframe{width:100%;height:24rem;border:1px solid #ddd}pre{white-space:pre-wrap;background:#f5f5f5;padding:1rem}
@media(prefers-color-scheme:dark){body{color:#eee;background:#15171a}td,th,iframe{border-color:#444}pre{background:#222}a{color:#79b8ff}iframe{background:#fff}}`;

function layout(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeUTF8(title)}</title><style>${STYLE}</style><body>${body}</body></html>`;
}

function row(message: MailMessage): string {
  const cells = [message.receivedAt, message.to, message.from].map((cell) => `<td>${escapeUTF8(cell)}</td>`).join('');
  return `<tr>${cells}<td><a href="/messages/${message.id}">${escapeUTF8(message.subject)}</a></td></tr>`;
}

/** The list of mails as a page. */
export function listPage(messages: MailMessage[]): string {
  const rows = messages.map(row).join('') || '<tr><td colspan="4">No mail yet.</td></tr>';
  const head = '<tr><th>Received</th><th>To</th><th>From</th><th>Subject</th></tr>';
  return layout(
    'Almanac mailbox',
    `<h1>Mailbox</h1><p>Mails that Almanac sent since the last <code>npm run reset</code>. <a href="/api/messages">JSON</a></p><table>${head}${rows}</table>`,
  );
}

/** One mail as a page. Its HTML is in a sandboxed frame, so that it cannot run scripts. */
export function messagePage(message: MailMessage): string {
  const frame = message.html
    ? `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeUTF8(message.html)}"></iframe>`
    : '';
  return layout(
    message.subject,
    `<p><a href="/">Mailbox</a></p><h1>${escapeUTF8(message.subject)}</h1><p>From ${escapeUTF8(message.from)} to ${escapeUTF8(message.to)}, ${message.receivedAt}</p>${frame}<pre>${escapeUTF8(message.text)}</pre>`,
  );
}
