import { ContentClient, NotFoundError } from '@almanac/client';
import { queryOptions } from '@tanstack/react-query';
import { admin } from '../../../api/admin.ts';
import { configQuery } from '../../../api/config.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { PostType } from '../model/fields.ts';

/** A link works for 24 hours, so a reused link works for at least 12 more. */
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
 * Creates a preview link. All previews of a post share it, because a post keeps 20 links only: with a link for each preview, links
 * that users have shared would become invalid.
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
  /** When the stored post was changed, so that the preview is loaded again after a save. */
  updatedAt: string | null;
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
        // The link was revoked. The next time the dialog opens, the server creates a new one.
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
