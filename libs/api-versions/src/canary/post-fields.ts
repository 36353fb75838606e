import { excerptOf, readingTimeOf, type UrlScope } from '@almanac/rendering';
import { postVisibilities } from '@almanac/resource-fields';
import { absoluteHtml, absoluteMobiledoc, absoluteUrl, postUrl } from '../serialization/urls';
import { computed, isNamed, optional, related, stored, storedText, storedTextOrNull } from '../serialization/fields';
import {
  count,
  flag,
  instant,
  instantOrNull,
  listOf,
  oneOfWords,
  orNull,
  reference,
  text,
  textOrNull,
} from '../serialization/json-schema';
import type { Field, JsonObject, Selection, Serializer, View } from '../serialization/serializer';
import type { PostMetaView, PostView, TagView, UserView } from '../views';

/** A format of the text is shown when it was asked for and `fields` does not leave it out. */
function isFormat(name: string, defaults: readonly string[]): (selection: Selection) => boolean {
  const named = isNamed(name);
  return (selection) => (selection.formats ?? defaults).includes(name) && named(selection);
}

// Which URLs inside a text are made absolute is what versions differ in.
function scopeOf(post: PostView, { contract, site, absoluteUrls }: View): UrlScope {
  return {
    siteUrl: site.url,
    itemUrl: postUrl(post, site.url),
    assetsOnly: contract.behaviour.keepsLinksRelative && !absoluteUrls,
  };
}

export function idOf(): Field<PostView> {
  return storedText('id', (post) => post.id);
}

export const uuid = storedText<PostView>('uuid', (post) => post.uuid);
export const title = storedText<PostView>('title', (post) => post.title);
export const slug = storedText<PostView>('slug', (post) => post.slug);
export const commentId = storedTextOrNull<PostView>('comment_id', (post) => post.commentId);
export const featured = stored<PostView>('featured', flag, (post) => post.featured);
export const visibility = stored<PostView>('visibility', oneOfWords(...postVisibilities), (post) => post.visibility);
export const customExcerpt = storedTextOrNull<PostView>('custom_excerpt', (post) => post.customExcerpt);
export const customTemplate = storedTextOrNull<PostView>('custom_template', (post) => post.customTemplate);

export const featureImage = stored<PostView>('feature_image', textOrNull, (post, { site }) =>
  absoluteUrl(post.featureImage, site.url),
);
export const canonicalUrl = stored<PostView>('canonical_url', textOrNull, (post, { site }) =>
  absoluteUrl(post.canonicalUrl, site.url),
);

/** The rendered text; empty for a reader who may not see it. */
export function html(defaults: readonly string[]): Field<PostView> {
  const read = (post: PostView, view: View): string | null | undefined =>
    view.isGated?.(post) ? '' : absoluteHtml(post.html, scopeOf(post, view));
  return { ...stored('html', textOrNull, read), isShown: isFormat('html', defaults) };
}

/** The text without markup; empty for a reader who may not see it. */
export function plaintext(defaults: readonly string[]): Field<PostView> {
  const read = (post: PostView, view: View): string | null | undefined => (view.isGated?.(post) ? '' : post.plaintext);
  return { ...stored('plaintext', textOrNull, read), isShown: isFormat('plaintext', defaults) };
}

/** The document the text is made from, as JSON text. */
export function mobiledoc(defaults: readonly string[]): Field<PostView> {
  const read = (post: PostView, view: View): string | null | undefined =>
    absoluteMobiledoc(post.mobiledoc, scopeOf(post, view));
  return { ...stored('mobiledoc', textOrNull, read), isShown: isFormat('mobiledoc', defaults) };
}

export function codeinjection(place: 'head' | 'foot'): Field<PostView> {
  return stored(`codeinjection_${place}`, textOrNull, (post, view) => {
    const code = place === 'head' ? post.codeinjectionHead : post.codeinjectionFoot;
    return absoluteHtml(code, scopeOf(post, view));
  });
}

export const url = computed<PostView>('url', text, (post, { site }) => postUrl(post, site.url));

/**
 * The custom excerpt, or the beginning of the text. With `fields` it needs `formats=plaintext`, as Ghost has it;
 * an excerpt cut from a text the reader may not see is empty.
 */
export const excerpt: Field<PostView> = computed(
  'excerpt',
  textOrNull,
  (post, view) => {
    if (post.customExcerpt) return post.customExcerpt;
    if (view.isGated?.(post)) return '';
    return post.plaintext === undefined ? undefined : excerptOf(post);
  },
  (selection) =>
    selection.fields === undefined ||
    (selection.fields.includes('excerpt') && (selection.formats ?? []).includes('plaintext')),
);

/** Minutes a reader needs; nothing where there is nothing to read. */
function minutesToRead(post: PostView): number | undefined {
  return post.html ? readingTimeOf(post.html, Boolean(post.featureImage)) : undefined;
}

/** Shown with the html it is measured on. */
export function readingTime(defaults: readonly string[]): Field<PostView> {
  const hasHtml = isFormat('html', defaults);
  const isAskedFor = isNamed('reading_time');
  return optional(
    computed('reading_time', count, minutesToRead, (selection) => hasHtml(selection) && isAskedFor(selection)),
  );
}

type Contracted = 'content' | 'admin';

function tagOf(api: Contracted, tag: TagView, view: View): ReturnType<Serializer<TagView>> {
  return view.contract[api].tag(tag, view);
}

function authorOf(api: Contracted, author: UserView, view: View): ReturnType<Serializer<UserView>> {
  return api === 'content' ? view.contract.content.author(author, view) : view.contract.admin.user(author, view);
}

/** With `fields`, a related resource has its URL only when `fields` names `url`, as in Ghost. */
function asSelected(related: JsonObject, { fields }: Selection): JsonObject {
  if (fields === undefined || fields.includes('url')) return related;
  const { url: _url, ...rest } = related;
  return rest;
}

export function tags(api: Contracted): Field<PostView> {
  return related('tags', listOf(reference('Tag')), (post, view, selection) =>
    post.tags?.map((tag) => asSelected(tagOf(api, tag, view), selection)),
  );
}

export function authors(api: Contracted): Field<PostView> {
  const schema = listOf(reference(api === 'content' ? 'Author' : 'User'));
  return related('authors', schema, (post, view, selection) =>
    post.authors?.map((author) => asSelected(authorOf(api, author, view), selection)),
  );
}

/** The first author. */
export function primaryAuthor(api: Contracted): Field<PostView> {
  const read: Field<PostView>['read'] = (post, view, selection) => {
    if (!post.authors) return undefined;
    return post.authors[0] ? asSelected(authorOf(api, post.authors[0], view), selection) : null;
  };
  return related('primary_author', orNull(reference(api === 'content' ? 'Author' : 'User')), read, 'authors');
}

/** The first tag, unless it is an internal one. */
export function primaryTag(api: Contracted): Field<PostView> {
  const read: Field<PostView>['read'] = (post, view, selection) => {
    if (!post.tags) return undefined;
    const [first] = post.tags;
    return first?.visibility === 'public' ? asSelected(tagOf(api, first, view), selection) : null;
  };
  return related('primary_tag', orNull(reference('Tag')), read, 'tags');
}

function metaText(name: string, read: (meta: PostMetaView) => string | null | undefined): Field<PostView> {
  return computed(name, textOrNull, (post) => read(post.meta ?? {}) || null);
}

function metaImage(name: string, read: (meta: PostMetaView) => string | null | undefined): Field<PostView> {
  return computed(name, textOrNull, (post, { site }) => absoluteUrl(read(post.meta ?? {}) || null, site.url));
}

/** The eight fields that live in a table of their own and look like the post's. */
export const metaFields: readonly Field<PostView>[] = [
  metaImage('og_image', (meta) => meta.ogImage),
  metaText('og_title', (meta) => meta.ogTitle),
  metaText('og_description', (meta) => meta.ogDescription),
  metaImage('twitter_image', (meta) => meta.twitterImage),
  metaText('twitter_title', (meta) => meta.twitterTitle),
  metaText('twitter_description', (meta) => meta.twitterDescription),
  metaText('meta_title', (meta) => meta.metaTitle),
  metaText('meta_description', (meta) => meta.metaDescription),
];

/** A date of a post in the form of the API at hand. */
export function date(
  name: string,
  read: (post: PostView) => Date | null | undefined,
  format: (date: Date, view: View) => string,
  isNullable = true,
): Field<PostView> {
  return stored(name, isNullable ? instantOrNull : instant, (post, view) => {
    const value = read(post);
    return value ? format(value, view) : value;
  });
}
