import {
  excerptOf,
  htmlBeforePaywall,
  htmlForAudience,
  htmlToPlaintextV5,
  mobiledocToLexical,
  readingTimeOf,
  type UrlScope,
} from '@almanac/rendering';
import { type FieldReader, postDefinition, postMetaDefinition } from '@almanac/resource-fields';
import { absoluteHtml, absoluteLexical, absoluteMobiledoc, postUrl } from '../serialization/urls';
import { utcSeconds } from '../serialization/dates';
import { computed, isNamed, optional, related, stored } from '../serialization/fields';
import {
  integerSchema,
  listOf,
  orNull,
  reference,
  stringOrNullSchema,
  stringSchema,
} from '../serialization/json-schema';
import { storedFields, type StoredFieldOptions } from '../serialization/stored-fields';
import type { Field, RenderContext, ResponseSelection, Serializer } from '../contract';
import type { JsonObject } from '../serialization/json';
import type { PostMetaView, PostView, TagView, UserView } from '../views';

/**
 * The maximum number of characters of html that are converted for an excerpt for readers without access. The limit bounds the work for a
 * list of long posts.
 */
const EXCERPT_SOURCE_LENGTH = 10_000;

/**
 * Returns whether a response contains a format of the content. The format has to be named in `formats`, or be a default if the request has
 * no `formats`. If the request has `fields`, they also have to name it.
 * @param defaults the formats in a response to a request without `formats`
 */
function isFormatShown(name: string, defaults: readonly string[]): (selection: ResponseSelection) => boolean {
  const named = isNamed(name);
  return (selection) => (selection.formats ?? defaults).includes(name) && named(selection);
}

/** The scope of the URLs in the content of a post. Versions differ in which URLs they make absolute. */
function urlScopeOf(post: PostView, { contract, site, absoluteUrls }: RenderContext): UrlScope {
  return {
    siteUrl: site.url,
    itemUrl: postUrl(post, site.url),
    assetsOnly: contract.behaviour.makesOnlyFileUrlsAbsolute && !absoluteUrls,
  };
}

/**
 * The html for readers without access: empty for a post without a paywall, and in versions without paywalls. A query that does not select
 * `html` selects the part before the paywall instead (`PostView.freeHtml`).
 */
function freeHtml({ html, freeHtml: selectedPart }: PostView, { contract }: RenderContext): string {
  if (!contract.behaviour.showsPartBeforePaywall) return '';
  return (html ? htmlBeforePaywall(html) : selectedPart) ?? '';
}

/**
 * The plain text for readers without access. It is converted as in Ghost 5, because only versions with paywalls have such content.
 * @param length the number of characters of html to convert; all by default
 */
function freePlaintext(post: PostView, context: RenderContext, length?: number): string {
  return htmlToPlaintextV5(freeHtml(post, context).slice(0, length));
}

/** The rendered html; for a reader without access, the part before the paywall. */
function html(defaults: readonly string[]): Field<PostView> {
  const read = (post: PostView, context: RenderContext): string | null | undefined => {
    const visible = context.isGated?.(post) ? freeHtml(post, context) : post.html;
    return absoluteHtml(
      visible && context.audience ? htmlForAudience(visible, context.audience) : visible,
      urlScopeOf(post, context),
    );
  };
  return { ...stored('html', stringOrNullSchema, read), isShown: isFormatShown('html', defaults) };
}

/** The text without markup; for a reader without access, the part before the paywall. */
function plaintext(defaults: readonly string[]): Field<PostView> {
  const read = (post: PostView, context: RenderContext): string | null | undefined =>
    context.isGated?.(post) ? freePlaintext(post, context) : post.plaintext;
  return { ...stored('plaintext', stringOrNullSchema, read), isShown: isFormatShown('plaintext', defaults) };
}

/** The content as a lexical document in JSON. If mobiledoc is the source, the document is derived from it. */
function lexical(defaults: readonly string[]): Field<PostView> {
  const read = (post: PostView, context: RenderContext): string | null | undefined => {
    const document = post.lexical ?? (post.mobiledoc ? mobiledocToLexical(post.mobiledoc) : post.lexical);
    return document ? absoluteLexical(document, urlScopeOf(post, context)) : document;
  };
  return { ...stored('lexical', stringOrNullSchema, read), isShown: isFormatShown('lexical', defaults) };
}

/** The content as a mobiledoc in JSON. It is stored even if lexical is the source. */
function mobiledoc(defaults: readonly string[]): Field<PostView> {
  const read = (post: PostView, context: RenderContext): string | null | undefined =>
    absoluteMobiledoc(post.mobiledoc, urlScopeOf(post, context));
  return { ...stored('mobiledoc', stringOrNullSchema, read), isShown: isFormatShown('mobiledoc', defaults) };
}

/**
 * The stored fields of a post, without those of `posts_meta`.
 * @param reader the kind of client that gets the response; the fields that it may read are returned
 * @param defaultFormats the formats of the content in a response to a request without `formats`
 */
export function storedPostFields(
  reader: FieldReader,
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

export const url = computed<PostView>('url', stringSchema, (post, { site }) => postUrl(post, site.url));

/**
 * The custom excerpt, or the first characters of the plain text. If `fields` names it, the request also needs `formats=plaintext`, as in
 * Ghost. For a reader without access, it is made from the part before the paywall.
 */
export const excerpt: Field<PostView> = computed(
  'excerpt',
  stringOrNullSchema,
  (post, context) => {
    if (post.customExcerpt) return post.customExcerpt;
    if (context.isGated?.(post))
      return excerptOf({ plaintext: freePlaintext(post, context, EXCERPT_SOURCE_LENGTH) }) ?? '';
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

/** The reading time. A response contains it only with the html. */
export function readingTime(defaults: readonly string[]): Field<PostView> {
  const hasHtml = isFormatShown('html', defaults);
  const isRequested = isNamed('reading_time');
  return optional(
    computed('reading_time', integerSchema, minutesToRead, (selection) => hasHtml(selection) && isRequested(selection)),
  );
}

type ApiName = 'content' | 'admin';

function tagOf(api: ApiName, tag: TagView, context: RenderContext): ReturnType<Serializer<TagView>> {
  return context.contract[api].tag(tag, context);
}

function authorOf(api: ApiName, author: UserView, context: RenderContext): ReturnType<Serializer<UserView>> {
  return api === 'content'
    ? context.contract.content.author(author, context)
    : context.contract.admin.user(author, context);
}

/** If the request has `fields`, a related resource has its URL only if `fields` names `url`, as in Ghost. */
function withoutUnselectedUrl(resource: JsonObject, { fields }: ResponseSelection): JsonObject {
  if (fields === undefined || fields.includes('url')) return resource;
  const { url: _url, ...rest } = resource;
  return rest;
}

export function tags(api: ApiName): Field<PostView> {
  return related('tags', listOf(reference('Tag')), (post, context, selection) =>
    post.tags?.map((tag) => withoutUnselectedUrl(tagOf(api, tag, context), selection)),
  );
}

export function authors(api: ApiName): Field<PostView> {
  const schema = listOf(reference(api === 'content' ? 'Author' : 'User'));
  return related('authors', schema, (post, context, selection) =>
    post.authors?.map((author) => withoutUnselectedUrl(authorOf(api, author, context), selection)),
  );
}

/** The first author; null for a post without authors. */
export function primaryAuthor(api: ApiName): Field<PostView> {
  const read: Field<PostView>['read'] = (post, context, selection) => {
    if (!post.authors) return undefined;
    return post.authors[0] ? withoutUnselectedUrl(authorOf(api, post.authors[0], context), selection) : null;
  };
  return related('primary_author', orNull(reference(api === 'content' ? 'Author' : 'User')), read, 'authors');
}

/** The first tag; null for a post without tags, and if the first tag is internal. */
export function primaryTag(api: ApiName): Field<PostView> {
  const read: Field<PostView>['read'] = (post, context, selection) => {
    if (!post.tags) return undefined;
    const [first] = post.tags;
    return first?.visibility === 'public' ? withoutUnselectedUrl(tagOf(api, first, context), selection) : null;
  };
  return related('primary_tag', orNull(reference('Tag')), read, 'tags');
}

/** The fields of the table `posts_meta`. `Field.isOwnColumn` is false for them, because they are not columns of `posts`. */
export const metaFields: readonly Field<PostView>[] = storedFields<PostMetaView>(postMetaDefinition, 'public', {
  formatInstant: utcSeconds,
}).map(({ name, schema, since, read }) => ({
  ...computed<PostView>(name, schema, (post, context, selection) => read(post.meta ?? {}, context, selection) ?? null),
  since,
}));
