import { ContentClient, NotFoundError } from '@almanac/client';
import { queryOptions } from '@tanstack/react-query';
import { admin } from '../../../api/admin.ts';
import { configQuery } from '../../../api/config.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { PostType } from '../model/fields.ts';

/** A link is valid for 24 hours and reused for 12, so a reused link stays valid for at least 12 more hours. */
const REUSE_MS = 12 * 3_600_000;

/** The visitors for whom a preview can be shown: not signed in, free member, paying member. */
export const READERS = ['public', 'member', 'paid'] as const;
export type Reader = (typeof READERS)[number];

export interface PreviewLink {
  url: string;
  token: string;
  /** ISO 8601. */
  expires_at: string;
}

export interface PreviewedPost {
  title: string;
  html: string | null;
  feature_image: string | null;
  feature_image_alt?: string | null;
}

const previewLinkKey = (type: PostType, id: string) => ['editor', 'preview-link', type, id];

/**
 * Creates a preview link. Later previews of the post reuse it, because the server keeps only the 20 newest links of a post: a new link
 * for each preview would soon delete links that users have shared.
 */
export const previewLinkQuery = (type: PostType, id: string) =>
  queryOptions({
    queryKey: previewLinkKey(type, id),
    queryFn: async (): Promise<PreviewLink> => {
      const options = { params: { path: { id } } };
      const { preview_links: links } = await (type === 'posts'
        ? admin.post('/posts/{id}/preview_link/', options)
        : admin.post('/pages/{id}/preview_link/', options));
      if (!links[0]) throw new Error('The server sent no link.');
      return links[0];
    },
    staleTime: REUSE_MS,
    gcTime: REUSE_MS,
  });

interface PreviewInput {
  type: PostType;
  id: string;
  /** When the stored post was last changed. It is part of the query key, so a preview after a save is loaded again. */
  updatedAt: string | null;
  /** Undefined until the server has created the link. */
  link: PreviewLink | undefined;
  reader: Reader;
}

/** The stored post as this reader would see it if it were published. */
export const previewQuery = ({ type, id, updatedAt, link, reader }: PreviewInput) =>
  queryOptions({
    queryKey: ['editor', 'preview', type, id, updatedAt, link?.token, reader],
    queryFn: async ({ signal }): Promise<PreviewedPost> => {
      if (!link) throw new Error('The preview link is not created yet.');
      const { siteUrl } = await queryClient.ensureQueryData(configQuery);
      const content = new ContentClient({ url: siteUrl });
      const options = { params: { query: { token: link.token, as: reader, formats: 'html' } }, signal };
      const request =
        type === 'posts'
          ? content.get('/posts/preview/', options).then(({ posts }) => posts)
          : content.get('/pages/preview/', options).then(({ pages }) => pages);
      const posts = await request.catch(async (error: unknown) => {
        // The link is no longer valid, e.g. because it was revoked. The dialog creates a new link when it opens again.
        if (error instanceof NotFoundError)
          await queryClient.invalidateQueries({ queryKey: previewLinkKey(type, id), refetchType: 'none' });
        throw error;
      });
      if (!posts[0]) throw new Error('The server sent no post.');
      const { title, html = null, feature_image, feature_image_alt } = posts[0];
      return { title, html, feature_image, feature_image_alt };
    },
    enabled: Boolean(link),
    gcTime: 0,
  });
