import type { ApiContract, JsonObject, Selection as SerializerSelection, View } from '@almanac/api-versions';
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

/** One resource of the API: its allowed columns and relations, and its serializer in each version. */
export interface Endpoint<Row extends object> {
  resource: Resource<Row>;
  serialize(contract: ApiContract, row: Row, view: View, selection: SerializerSelection): JsonObject;
}

export const posts: Endpoint<PostRow> = {
  resource: contentPostsResource,
  serialize: ({ content }, row, view, selection) => content.post(row, view, selection),
};

export const pages: Endpoint<PostRow> = {
  resource: contentPagesResource,
  serialize: ({ content }, row, view, selection) => content.page(row, view, selection),
};

/** Posts and pages in any status, for clients with a link to one of them. */
export const previews = {
  posts: { ...posts, resource: previewPostsResource },
  pages: { ...pages, resource: previewPagesResource },
} satisfies Record<string, Endpoint<PostRow>>;

export const tags: Endpoint<TagRow> = {
  resource: contentTagsResource,
  serialize: ({ content }, row, view, selection) => content.tag(row, view, selection),
};

export const authors: Endpoint<UserRow> = {
  resource: contentAuthorsResource,
  serialize: ({ content }, row, view, selection) => content.author(row, view, selection),
};

export const tiers: Endpoint<TierRow> = {
  resource: contentTiersResource,
  serialize: ({ content }, row, view, selection) => content.tier(row, view, selection),
};

export const newsletters: Endpoint<NewsletterRow> = {
  resource: contentNewslettersResource,
  serialize: ({ content }, row, view, selection) => content.newsletter(row, view, selection),
};
