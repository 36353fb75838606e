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
export interface Endpoint<Row extends object> {
  resource: Resource<Row>;
  serialize(contract: ApiContract, row: Row, context: RenderContext, selection: ResponseSelection): JsonObject;
}

export const posts: Endpoint<PostRow> = {
  resource: contentPostsResource,
  serialize: ({ content }, row, context, selection) => content.post(row, context, selection),
};

export const pages: Endpoint<PostRow> = {
  resource: contentPagesResource,
  serialize: ({ content }, row, context, selection) => content.page(row, context, selection),
};

/** Posts and pages in any status, for clients with a preview link to one of them. */
export const previews = {
  posts: { ...posts, resource: previewPostsResource },
  pages: { ...pages, resource: previewPagesResource },
} satisfies Record<string, Endpoint<PostRow>>;

export const tags: Endpoint<TagRow> = {
  resource: contentTagsResource,
  serialize: ({ content }, row, context, selection) => content.tag(row, context, selection),
};

export const authors: Endpoint<UserRow> = {
  resource: contentAuthorsResource,
  serialize: ({ content }, row, context, selection) => content.author(row, context, selection),
};

export const tiers: Endpoint<TierRow> = {
  resource: contentTiersResource,
  serialize: ({ content }, row, context, selection) => content.tier(row, context, selection),
};

export const newsletters: Endpoint<NewsletterRow> = {
  resource: contentNewslettersResource,
  serialize: ({ content }, row, context, selection) => content.newsletter(row, context, selection),
};
