import { escapeUTF8 } from 'entities';
import type { WrittenMail } from './mailer';

/** What a mail says, once for its text and its html. */
export interface Letter {
  subject: string;
  /** Said before the button. */
  paragraphs: string[];
  button?: { label: string; url: string };
  /** Said after it, in small. */
  smallPrint: string[];
}

const PAGE =
  'font-family:-apple-system,Segoe UI,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:#15171a';
const BOX = 'max-width:600px;margin:0 auto;padding:24px';
const BUTTON_STYLE =
  'display:inline-block;padding:12px 20px;border-radius:5px;background:#15171a;color:#fff;text-decoration:none';
const SMALL = 'font-size:13px;color:#738a94';

/** The frame every mail has; `content` is html already. */
export function inFrame(content: string): string {
  return `<!doctype html><html><body style="${PAGE}"><div style="${BOX}">${content}</div></body></html>`;
}

/** A subject is one line, whatever a title holds. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Writes a letter out as text and as html. */
export function writeLetter({ subject, paragraphs, button, smallPrint }: Letter): WrittenMail {
  const text = [...paragraphs, ...(button ? [`${button.label}:\n${button.url}`] : []), ...smallPrint].join('\n\n');
  const link =
    button && `<p><a style="${BUTTON_STYLE}" href="${escapeUTF8(button.url)}">${escapeUTF8(button.label)}</a></p>`;
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escapeUTF8(paragraph)}</p>`),
    ...(link ? [link] : []),
    ...smallPrint.map((paragraph) => `<p style="${SMALL}">${escapeUTF8(paragraph)}</p>`),
  ].join('\n');
  return { subject: oneLine(subject), text: `${text}\n`, html: inFrame(html) };
}
