import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { admin, type AdminSchemas } from '../../api/admin.ts';
import { changedFields, hasFields } from '../../api/changed-fields.ts';
import { allOf, quoteNql } from '../../api/filter.ts';
import { KEEP_PREVIOUS_RESULT } from '../../api/query-client.ts';
import type { TagsSearch } from './tags-search.ts';

export type Tag = AdminSchemas['Tag'];
/** The fields of a tag that the form edits. */
export type TagDraft = Pick<
  Tag,
  | 'name'
  | 'slug'
  | 'description'
  | 'feature_image'
  | 'accent_color'
  | 'meta_title'
  | 'meta_description'
  | 'canonical_url'
  | 'og_image'
  | 'og_title'
  | 'og_description'
  | 'twitter_image'
  | 'twitter_title'
  | 'twitter_description'
>;

const PAGE_SIZE = 50;
const ORDERS = { posts: 'count.posts desc', newest: 'created_at desc' } as const;

/** One page of the tags that match the search parameters. */
export function useTags({ q, kind, order, page = 1 }: TagsSearch) {
  const filter = allOf(q && `name:~${quoteNql(q)}`, kind && `visibility:${kind}`);
  const query = {
    limit: PAGE_SIZE,
    page,
    include: 'count.posts',
    order: order ? ORDERS[order] : 'name asc',
    ...(filter && { filter }),
  };
  return useQuery({
    queryKey: ['tags', 'list', query],
    queryFn: ({ signal }) => admin.get('/tags/', { params: { query }, signal }),
    ...KEEP_PREVIOUS_RESULT,
  });
}

/**
 * A tag with the number of its posts. Not cached after the drawer has closed: the form copies the values when it opens, and would copy
 * old values.
 */
export const tagQuery = (slug: string) =>
  queryOptions({
    queryKey: ['tags', 'slug', slug],
    queryFn: async ({ signal }): Promise<Tag | null> => {
      const params = { path: { slug }, query: { include: 'count.posts' } };
      return (await admin.get('/tags/slug/{slug}/', { params, signal })).tags[0] ?? null;
    },
    gcTime: 0,
  });

/** A mutation of tags. After a success, the lists that show tags are refetched. */
function useTagMutation<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => {
      // The query of the open tag is not refetched: the mutation may have deleted the tag.
      const changed = [['tags', 'list'], ['tags', 'names'], ['posts'], ['pages'], ['calendar', 'dated']];
      for (const queryKey of changed) void cache.invalidateQueries({ queryKey });
    },
  });
}

/** An empty slug is not sent: the server then derives the slug of a new tag from its name, and keeps the slug of an existing tag. */
const withoutEmptySlug = <Fields extends { slug?: string }>({ slug, ...fields }: Fields) => ({
  ...fields,
  ...(slug && { slug }),
});

/**
 * Adds a tag, or changes a stored one.
 * @param stored the stored tag; undefined to add one. `initial`: the values with which the form opened
 */
export const useSaveTag = (stored: { id: string; initial: TagDraft } | undefined) =>
  useTagMutation(async (draft: TagDraft): Promise<unknown> => {
    if (!stored) return admin.post('/tags/', { body: { tags: [withoutEmptySlug(draft)] } });
    const tag = withoutEmptySlug(changedFields(stored.initial, draft));
    if (!hasFields(tag)) return undefined;
    return admin.put('/tags/{id}/', { params: { path: { id: stored.id } }, body: { tags: [tag] } });
  });

export const useDeleteTag = () =>
  useTagMutation((id: string) => admin.delete('/tags/{id}/', { params: { path: { id } } }));
