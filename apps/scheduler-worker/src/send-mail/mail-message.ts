import type { TextLanguage } from '@almanac/rendering';
import { escapeAttribute, escapeText } from 'entities';
import type { RenderedMail } from './mailer';

/** The content of a mail with fixed wording. */
export interface MailMessage {
  subject: string;
  /** Plain text before the button. */
  paragraphs: string[];
  button?: { label: string; url: string };
  /** Plain text after the button, in small type. */
  smallPrint: string[];
}

const PAGE_STYLE =
  'font-family:-apple-system,Segoe UI,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:#15171a';
const BOX_STYLE = 'max-width:600px;margin:0 auto;padding:24px';
const BUTTON_STYLE =
  'display:inline-block;padding:12px 20px;border-radius:5px;background:#15171a;color:#fff;text-decoration:none';
const SMALL_STYLE = 'font-size:13px;color:#738a94';

/**
 * The HTML document of a mail.
 * @param content HTML of its body
 */
function mailDocument(language: TextLanguage, title: string, content: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeText(title)}</title>`;
  return `<!doctype html>
<html lang="${language}"><head>${head}</head><body style="${PAGE_STYLE}"><div style="${BOX_STYLE}">${content}</div></body></html>`;
}

/** Makes the text one line without surrounding spaces. */
function subjectLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Renders a message as plain text and as HTML. */
export function renderMessage(
  { subject, paragraphs, button, smallPrint }: MailMessage,
  language: TextLanguage,
): RenderedMail {
  const text = [...paragraphs, ...(button ? [`${button.label}:\n${button.url}`] : []), ...smallPrint].join('\n\n');
  const link =
    button && `<p><a style="${BUTTON_STYLE}" href="${escapeAttribute(button.url)}">${escapeText(button.label)}</a></p>`;
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escapeText(paragraph)}</p>`),
    ...(link ? [link] : []),
    ...smallPrint.map((paragraph) => `<p style="${SMALL_STYLE}">${escapeText(paragraph)}</p>`),
  ].join('\n');
  const title = subjectLine(subject);
  return { subject: title, text: `${text}\n`, html: mailDocument(language, title, html) };
}
