import { type Element, isTag } from 'domhandler';
import { escapeAttribute, escapeText } from 'entities';
import { DomUtils } from 'htmlparser2';
import { safeImage, safeLink } from './allowed-markup';
import type { Conversion } from './conversion';
import { playerOf } from './embedded-player';
import { CONTENT_WIDTH } from './styles';

/** Converts the element of a card to html for mails. */
type CardConverter = (element: Element, conversion: Conversion) => string;

const classesOf = ({ attribs }: Element): string[] => (attribs.class ?? '').split(/\s+/);
const hasClass = (element: Element, name: string): boolean => classesOf(element).includes(name);

function findByClass(element: Element, name: string): Element | null {
  return DomUtils.findOne((child) => hasClass(child, name), element.children);
}

function findTag(element: Element, name: string): Element | null {
  return DomUtils.findOne((child) => child.name === name, element.children);
}

const textOf = (element: Element | null): string => (element ? DomUtils.textContent(element).trim() : '');

function contentOf(element: Element | null, { convert }: Conversion): string {
  return element ? convert(element.children) : '';
}

const TABLE = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

/** An `img` element with a width in pixels; an empty string without a URL that mail programs can load. */
function picture(src: string | undefined, alt: string, width: number, { scope }: Conversion): string {
  const url = src === undefined ? null : safeImage(src, scope);
  return url === null ? '' : `<img src="${escapeAttribute(url)}" alt="${escapeAttribute(alt)}" width="${width}">`;
}

function caption(element: Element, conversion: Conversion): string {
  const text = contentOf(findTag(element, 'figcaption'), conversion);
  return text && `<p class="caption">${text}</p>`;
}

/**
 * A box with a link, in the place of content that mail programs cannot show; an empty string without a URL.
 * @param image an `img` element as html, or an empty string
 */
function linkedBox(href: string | null, label: string, image: string): string {
  if (href === null) return '';
  const link = `href="${escapeAttribute(href)}"`;
  const linkedImage = image && `<a ${link}>${image}</a>`;
  const className = image ? 'box-label below' : 'box-label';
  const linkedLabel = `<p class="${className}"><a ${link}>${escapeText(label)}</a></p>`;
  return `${TABLE} class="box"><tr><td>${linkedImage}${linkedLabel}</td></tr></table>`;
}

/** The space between two images of a gallery row, in pixels: the padding of `.cell` on both sides. */
const GALLERY_SPACE = 4;

const gallery: CardConverter = (element, conversion) => {
  const rows = DomUtils.filter((node) => isTag(node) && hasClass(node, 'kg-gallery-row'), element);
  const html = rows.map((row, index) => {
    const images = DomUtils.getElementsByTagName('img', row, true);
    const width = Math.floor(CONTENT_WIDTH / Math.max(images.length, 1));
    const cells = images.map(
      ({ attribs: { src, alt = '' } }) =>
        `<td class="cell" valign="top">${picture(src, alt, width - GALLERY_SPACE, conversion)}</td>`,
    );
    const className = index === rows.length - 1 ? 'gallery-end' : 'gallery';
    return `${TABLE} class="${className}"><tr>${cells.join('')}</tr></table>`;
  });
  return html.join('') + caption(element, conversion);
};

const bookmark: CardConverter = (element, conversion) => {
  const href = safeLink(findTag(element, 'a')?.attribs.href ?? '', conversion.scope);
  const title = textOf(findByClass(element, 'kg-bookmark-title'));
  const description = textOf(findByClass(element, 'kg-bookmark-description'));
  const publisher = textOf(findByClass(element, 'kg-bookmark-publisher'));
  const thumbnail = findByClass(element, 'kg-bookmark-thumbnail');
  const src = thumbnail && (thumbnail.attribs.src ?? findTag(thumbnail, 'img')?.attribs.src);
  if (href === null) return '';
  const lines = [
    `<p class="box-label"><a href="${escapeAttribute(href)}">${escapeText(title || href)}</a></p>`,
    description && `<p class="caption">${escapeText(description)}</p>`,
    publisher && `<p class="caption">${escapeText(publisher)}</p>`,
  ];
  const image = src ? picture(src, '', 150, conversion) : '';
  const cell = image && `<td class="cell" width="160" valign="top">${image}</td>`;
  return `${TABLE} class="box"><tr><td valign="top">${lines.join('')}</td>${cell}</tr></table>${caption(element, conversion)}`;
};

/** Embedded content of another site: if it contains a frame, a link replaces it; other content is converted like the rest of the post. */
const embed: CardConverter = (element, conversion) => {
  const frame = findTag(element, 'iframe');
  return frame ? player(frame, conversion) + caption(element, conversion) : conversion.convert(element.children);
};

/** The frame of a player: a link to its page, with its picture if there is one. */
const player: CardConverter = ({ attribs: { src = '', title } }, conversion) => {
  const href = safeLink(src, conversion.scope);
  if (href === null) return '';
  const { url, thumbnail, host } = playerOf(href);
  const label = title || conversion.texts.openOn(host);
  return linkedBox(url, `▶ ${label}`, picture(thumbnail, label, CONTENT_WIDTH, conversion));
};

/**
 * Ghost writes `data-kg-thumbnail` and then `data-kg-custom-thumbnail`, both without
 * quotes. If the first one is empty, parsers take the second attribute as its value.
 */
const NEXT_ATTRIBUTE = /^data-kg-custom-thumbnail=/;
/** Ghost uses transparent pictures from this site as posters. */
const SPACER_SITE = 'https://img.spacergif.org/';

/**
 * The URLs of the pictures of a video in the order of preference: the uploaded thumbnail,
 * which Ghost prefers too, the automatic thumbnail, and the poster. This function does not check them.
 */
function thumbnailsOf({ attribs }: Element, poster: string | undefined): string[] {
  const { 'data-kg-custom-thumbnail': uploaded, 'data-kg-thumbnail': automatic = '' } = attribs;
  const urls = [uploaded, automatic.replace(NEXT_ATTRIBUTE, ''), poster?.startsWith(SPACER_SITE) ? undefined : poster];
  return urls.filter((url) => url !== undefined);
}

/** The URL of the page with a video or recording, i.e. of the post; that of the file for a post by e-mail only, which has no page. */
function playerUrl(media: Element | null, { scope }: Conversion): string | null {
  const src = media?.attribs.src ?? (media && findTag(media, 'source')?.attribs.src);
  return scope.itemUrl ?? safeLink(src ?? '', scope);
}

/** A video: a link to {@link playerUrl}, with the first picture that mail programs can load. */
const video: CardConverter = (element, conversion) => {
  const videoElement = element.name === 'video' ? element : findTag(element, 'video');
  const label = conversion.texts.watchVideo;
  const pictures = thumbnailsOf(element, videoElement?.attribs.poster).map((url) =>
    picture(url, label, CONTENT_WIDTH, conversion),
  );
  const thumbnail = pictures.find((html) => html !== '') ?? '';
  return linkedBox(playerUrl(videoElement, conversion), `▶ ${label}`, thumbnail) + caption(element, conversion);
};

const audio: CardConverter = (element, conversion) => {
  const audioElement = element.name === 'audio' ? element : findTag(element, 'audio');
  const title = textOf(findByClass(element, 'kg-audio-title')) || conversion.texts.listen;
  return linkedBox(playerUrl(audioElement, conversion), `▶ ${title}`, '');
};

const file: CardConverter = (element, conversion) => {
  const href = safeLink(findTag(element, 'a')?.attribs.href ?? '', conversion.scope);
  return linkedBox(href, textOf(findByClass(element, 'kg-file-card-title')) || conversion.texts.download, '');
};

const toggle: CardConverter = (element, conversion) => {
  const heading = contentOf(findByClass(element, 'kg-toggle-heading-text'), conversion);
  const content = contentOf(findByClass(element, 'kg-toggle-content'), conversion);
  return `${TABLE} class="box"><tr><td class="toggle"><h4 class="toggle-heading">${heading}</h4>${content}</td></tr></table>`;
};

const callout: CardConverter = (element, conversion) => {
  const emoji = textOf(findByClass(element, 'kg-callout-emoji'));
  const text = contentOf(findByClass(element, 'kg-callout-text'), conversion);
  const cell = emoji && `<td class="cell" width="32" valign="top">${escapeText(emoji)}</td>`;
  return `${TABLE} class="callout"><tr>${cell}<td>${text}</td></tr></table>`;
};

const button: CardConverter = (element, { scope }) => {
  const link = findTag(element, 'a');
  const href = safeLink(link?.attribs.href ?? '', scope);
  if (href === null) return '';
  const opening = hasClass(element, 'kg-align-left') ? '<p>' : '<p class="center">';
  return `${opening}<a class="button" href="${escapeAttribute(href)}">${escapeText(textOf(link))}</a></p>`;
};

const omit: CardConverter = () => '';

const cardsByClass: ReadonlyMap<string, CardConverter> = new Map([
  ['kg-gallery-card', gallery],
  ['kg-bookmark-card', bookmark],
  ['kg-embed-card', embed],
  ['kg-video-card', video],
  ['kg-audio-card', audio],
  ['kg-file-card', file],
  ['kg-toggle-card', toggle],
  ['kg-callout-card', callout],
  ['kg-button-card', button],
  ['kg-signup-card', omit],
]);

const cardsByTag: ReadonlyMap<string, CardConverter> = new Map([
  ['iframe', player],
  ['video', video],
  ['audio', audio],
]);

/** The converter for the element of a card, or for a frame, video or audio outside a card; undefined for other elements. */
export function cardConverterOf(element: Element): CardConverter | undefined {
  const byClass = classesOf(element).map((name) => cardsByClass.get(name));
  return byClass.find((card) => card !== undefined) ?? cardsByTag.get(element.name);
}
