import { ContentClient } from '@almanac/client';
import { queryOptions } from '@tanstack/react-query';
import { admin } from '../../../api/admin.ts';
import { configQuery } from '../../../api/config.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { PostType } from '../model/fields.ts';

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

/** Creates a preview link. Each time the dialog opens or `updatedAt` changes, the server creates a new one. */
export const linkQuery = (type: PostType, id: string, updatedAt: string | null) =>
  queryOptions({
    queryKey: ['editor', 'preview-link', type, id, updatedAt],
    queryFn: async (): Promise<PreviewLink> => {
      const options = { params: { path: { id } } };
      const { preview_links: links } = await (type === 'posts'
        ? admin.post('/posts/{id}/preview_link/', options)
        : admin.post('/pages/{id}/preview_link/', options));
      if (!links[0]) throw new Error('The server sent no link.');
      return links[0];
    },
    staleTime: Infinity,
    gcTime: 0,
  });

/** The stored post as this reader would see it if it were published. */
export const previewQuery = (type: PostType, link: PreviewLink | undefined, reader: Reader) =>
  queryOptions({
    queryKey: ['editor', 'preview', type, link?.token, reader],
    queryFn: async ({ signal }): Promise<PreviewedPost> => {
      if (!link) throw new Error('The preview link is not created yet.');
      const { siteUrl } = await queryClient.ensureQueryData(configQuery);
      const content = new ContentClient({ url: siteUrl });
      const options = { params: { query: { token: link.token, as: reader, formats: 'html' } }, signal };
      const posts =
        type === 'posts'
          ? (await content.get('/posts/preview/', options)).posts
          : (await content.get('/pages/preview/', options)).pages;
      if (!posts[0]) throw new Error('The server sent no post.');
      const { title, html = null, feature_image, feature_image_alt } = posts[0];
      return { title, html, feature_image, feature_image_alt };
    },
    enabled: Boolean(link),
    gcTime: 0,
  });
