import {
  excerptOf,
  htmlBeforePaywall,
  htmlForAudience,
  htmlToPlaintextV5,
  mobiledocToLexical,
  readingTimeOf,
  type UrlScope,
} from '@almanac/rendering';
import { postDefinition, postMetaDefinition, type Reader } from '@almanac/resource-fields';
import { absoluteHtml, absoluteLexical, absoluteMobiledoc, postUrl } from '../serialization/urls';
import { utcSeconds } from '../serialization/dates';
import { computed, isNamed, optional, related, stored } from '../serialization/fields';
import { integer, listOf, orNull, reference, text, textOrNull } from '../serialization/json-schema';
import { storedFields, type StoredFieldOptions } from '../serialization/stored-fields';
import type { Field, Selection, Serializer, View } from '../contract';
import type { JsonObject } from '../serialization/json';
import type { PostMetaView, PostView, TagView, UserView } from '../views';

/** An excerpt is made from at most so many characters of html, more than it needs. Bounds the work for a list of long posts. */
const EXCERPT_SOURCE_LENGTH = 10_000;

/** A format is shown when the request names it and `fields` does not leave it out. */
function isFormatShown(name: string, defaults: readonly string[]): (selection: Selection) => boolean {
  const named = isNamed(name);
  return (selection) => (selection.formats ?? defaults).includes(name) && named(selection);
}

/** Versions differ in which URLs of html they make absolute. */
function urlScopeOf(post: PostView, { contract, site, absoluteUrls }: View): UrlScope {
  return {
    siteUrl: site.url,
    itemUrl: postUrl(post, site.url),
    assetsOnly: contract.behaviour.keepsLinksRelative && !absoluteUrls,
  };
}

/** The html for readers without access: empty for a post without a paywall, and in versions without paywalls. */
function freeHtml({ html, freeHtml: loadedFreeHtml }: PostView, { contract }: View): string {
  if (!contract.behaviour.showsFreePart) return '';
  return (html ? htmlBeforePaywall(html) : loadedFreeHtml) ?? '';
}

/** The plain text for readers without access. Only versions with paywalls have it, so it is converted as in Ghost 5. */
function freePlaintext(post: PostView, view: View, length?: number): string {
  return htmlToPlaintextV5(freeHtml(post, view).slice(0, length));
}

/** The rendered html; for a reader without access, the part before the paywall. */
function html(defaults: readonly string[]): Field<PostView> {
  const read = (post: PostView, view: View): string | null | undefined => {
    const text = view.isGated?.(post) ? freeHtml(post, view) : post.html;
    return absoluteHtml(text && view.audience ? htmlForAudience(text, view.audience) : text, urlScopeOf(post, view));
  };
  return { ...stored('html', textOrNull, read), isShown: isFormatShown('html', defaults) };
}

/** The text without markup; for a reader without access, the part before the paywall. */
function plaintext(defaults: readonly string[]): Field<PostView> {
  const read = (post: PostView, view: View): string | null | undefined =>
    view.isGated?.(post) ? freePlaintext(post, view) : post.plaintext;
  return { ...stored('plaintext', textOrNull, read), isShown: isFormatShown('plaintext', defaults) };
}

/** The content as a lexical document in JSON, derived from the mobiledoc where that is the source. */
function lexical(defaults: readonly string[]): Field<PostView> {
  const read = (post: PostView, view: View): string | null | undefined => {
    const document = post.lexical ?? (post.mobiledoc ? mobiledocToLexical(post.mobiledoc) : post.lexical);
    return document ? absoluteLexical(document, urlScopeOf(post, view)) : document;
  };
  return { ...stored('lexical', textOrNull, read), isShown: isFormatShown('lexical', defaults) };
}

/** The content as a mobiledoc in JSON; it is stored also where lexical is the source. */
function mobiledoc(defaults: readonly string[]): Field<PostView> {
  const read = (post: PostView, view: View): string | null | undefined =>
    absoluteMobiledoc(post.mobiledoc, urlScopeOf(post, view));
  return { ...stored('mobiledoc', textOrNull, read), isShown: isFormatShown('mobiledoc', defaults) };
}

/**
 * The stored fields of a post.
 * @param defaultFormats the formats of a request that names none
 */
export function storedPostFields(
  reader: Reader,
  defaultFormats: readonly string[],
  formatInstant: StoredFieldOptions<PostView>['formatInstant'],
): Field<PostView>[] {
  return storedFields<PostView>(postDefinition, reader, {
    formatInstant,
    urlScope: urlScopeOf,
    replacements: {
      html: html(defaultFormats),
      plaintext: plaintext(defaultFormats),
      lexical: lexical(defaultFormats),
      mobiledoc: mobiledoc(defaultFormats),
    },
  });
}

export const url = computed<PostView>('url', text, (post, { site }) => postUrl(post, site.url));

/**
 * The custom excerpt, or the first characters of the plain text. With `fields` it needs `formats=plaintext`, as in Ghost.
 * For a reader without access, it is made from the part before the paywall.
 */
export const excerpt: Field<PostView> = computed(
  'excerpt',
  textOrNull,
  (post, view) => {
    if (post.customExcerpt) return post.customExcerpt;
    if (view.isGated?.(post)) return excerptOf({ plaintext: freePlaintext(post, view, EXCERPT_SOURCE_LENGTH) }) ?? '';
    return post.plaintext === undefined ? undefined : excerptOf(post);
  },
  (selection) =>
    selection.fields === undefined ||
    (selection.fields.includes('excerpt') && (selection.formats ?? []).includes('plaintext')),
);

/** The reading time in minutes; undefined for a post without html. */
function minutesToRead(post: PostView): number | undefined {
  return post.html ? readingTimeOf({ html: post.html, hasFeatureImage: Boolean(post.featureImage) }) : undefined;
}

/** The reading time; shown when the html is shown. */
export function readingTime(defaults: readonly string[]): Field<PostView> {
  const hasHtml = isFormatShown('html', defaults);
  const isRequested = isNamed('reading_time');
  return optional(
    computed('reading_time', integer, minutesToRead, (selection) => hasHtml(selection) && isRequested(selection)),
  );
}

type ApiName = 'content' | 'admin';

function tagOf(api: ApiName, tag: TagView, view: View): ReturnType<Serializer<TagView>> {
  return view.contract[api].tag(tag, view);
}

function authorOf(api: ApiName, author: UserView, view: View): ReturnType<Serializer<UserView>> {
  return api === 'content' ? view.contract.content.author(author, view) : view.contract.admin.user(author, view);
}

/** With `fields`, a related resource has its URL only when `fields` names `url`, as in Ghost. */
function withoutUnselectedUrl(related: JsonObject, { fields }: Selection): JsonObject {
  if (fields === undefined || fields.includes('url')) return related;
  const { url: _url, ...rest } = related;
  return rest;
}

export function tags(api: ApiName): Field<PostView> {
  return related('tags', listOf(reference('Tag')), (post, view, selection) =>
    post.tags?.map((tag) => withoutUnselectedUrl(tagOf(api, tag, view), selection)),
  );
}

export function authors(api: ApiName): Field<PostView> {
  const schema = listOf(reference(api === 'content' ? 'Author' : 'User'));
  return related('authors', schema, (post, view, selection) =>
    post.authors?.map((author) => withoutUnselectedUrl(authorOf(api, author, view), selection)),
  );
}

/** The first author. */
export function primaryAuthor(api: ApiName): Field<PostView> {
  const read: Field<PostView>['read'] = (post, view, selection) => {
    if (!post.authors) return undefined;
    return post.authors[0] ? withoutUnselectedUrl(authorOf(api, post.authors[0], view), selection) : null;
  };
  return related('primary_author', orNull(reference(api === 'content' ? 'Author' : 'User')), read, 'authors');
}

/** The first tag, unless it is an internal one. */
export function primaryTag(api: ApiName): Field<PostView> {
  const read: Field<PostView>['read'] = (post, view, selection) => {
    if (!post.tags) return undefined;
    const [first] = post.tags;
    return first?.visibility === 'public' ? withoutUnselectedUrl(tagOf(api, first, view), selection) : null;
  };
  return related('primary_tag', orNull(reference('Tag')), read, 'tags');
}

/** The fields of `posts_meta`. They are computed, because no request can select their columns. */
export const metaFields: readonly Field<PostView>[] = storedFields<PostMetaView>(postMetaDefinition, 'public', {
  formatInstant: utcSeconds,
}).map(({ name, schema, since, read }) => ({
  ...computed<PostView>(name, schema, (post, view, selection) => read(post.meta ?? {}, view, selection) ?? null),
  since,
}));
