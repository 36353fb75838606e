import type { ApiContract, JsonObject, RenderContext, ResponseSelection } from '@almanac/api-versions';
import {
  contentAuthorsResource,
  contentPagesResource,
  contentPostsResource,
  contentNewslettersResource,
  contentTagsResource,
  contentTiersResource,
  previewPagesResource,
  previewPostsResource,
  type NewsletterRow,
  type PostRow,
  type Resource,
  type TagRow,
  type TierRow,
  type UserRow,
} from '@almanac/resource-queries';

/** One resource of the API. `resource` has the columns and relations that requests can name; `serialize` converts a row to JSON. */
export interface ContentResource<Row extends object> {
  resource: Resource<Row>;
  serialize(contract: ApiContract, row: Row, context: RenderContext, selection: ResponseSelection): JsonObject;
}

export const posts: ContentResource<PostRow> = {
  resource: contentPostsResource,
  serialize: ({ content }, row, context, selection) => content.post(row, context, selection),
};

export const pages: ContentResource<PostRow> = {
  resource: contentPagesResource,
  serialize: ({ content }, row, context, selection) => content.page(row, context, selection),
};

/** Posts and pages in any status, for clients with a preview link to one of them. */
export const previews = {
  posts: { ...posts, resource: previewPostsResource },
  pages: { ...pages, resource: previewPagesResource },
} satisfies Record<string, ContentResource<PostRow>>;

export const tags: ContentResource<TagRow> = {
  resource: contentTagsResource,
  serialize: ({ content }, row, context, selection) => content.tag(row, context, selection),
};

export const authors: ContentResource<UserRow> = {
  resource: contentAuthorsResource,
  serialize: ({ content }, row, context, selection) => content.author(row, context, selection),
};

export const tiers: ContentResource<TierRow> = {
  resource: contentTiersResource,
  serialize: ({ content }, row, context, selection) => content.tier(row, context, selection),
};

export const newsletters: ContentResource<NewsletterRow> = {
  resource: contentNewslettersResource,
  serialize: ({ content }, row, context, selection) => content.newsletter(row, context, selection),
};
