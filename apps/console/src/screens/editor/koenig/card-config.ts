import { admin } from '../../../api/admin.ts';
import { allOf, quoteNql } from '../../../api/filter.ts';
import { queryClient } from '../../../api/query-client.ts';
import { labelsQuery } from '../../members/members-queries.ts';
import type { PostType } from '../model/fields.ts';

interface Options {
  type: PostType;
  siteUrl: string;
  siteTitle: string;
  visibility: string;
  /** Whether the feature `members` is on in the setting `labs`. If it is off, Koenig hides the signup card. */
  membersEnabled: boolean;
  /** The heading of the link suggestions. */
  linksHeading: string;
}

/** The oEmbed data of a URL, or the data of a bookmark for `type` `bookmark`. The server fetches them. */
async function fetchEmbed(url: string, { type }: { type?: string } = {}): Promise<object> {
  return admin.get('/oembed/', { params: { query: { url, ...(type === 'bookmark' && { type }) } } });
}

/**
 * Up to five published posts, then up to five published pages, whose title contains the term; each group has the newest first. An
 * empty term matches all.
 */
async function findLinks(term = ''): Promise<{ title: string; url: string }[]> {
  const filter = allOf('status:published', term && `title:~${quoteNql(term)}`);
  const query = { filter, limit: 5, fields: 'title,url', order: 'published_at desc' };
  const [{ posts }, { pages }] = await Promise.all([
    admin.get('/posts/', { params: { query } }),
    admin.get('/pages/', { params: { query } }),
  ]);
  return [...posts, ...pages].map((post) => ({ title: post.title, url: post.url }));
}

/** The `cardConfig` of Koenig: data of the site, and functions that call the Admin API. */
export function cardConfig({ type, siteUrl, siteTitle, visibility, membersEnabled, linksHeading }: Options): object {
  const searchLinks = async (term?: string): Promise<object[]> => {
    const items = await findLinks(term).catch(() => []);
    return items.length ? [{ label: linksHeading, items }] : [];
  };
  return {
    siteUrl,
    siteTitle,
    membersEnabled,
    fetchEmbed,
    searchLinks,
    fetchAutocompleteLinks: async () => (await findLinks()).map(({ title, url }) => ({ label: title, value: url })),
    fetchLabels: async () => (await queryClient.fetchQuery(labelsQuery)).map(({ name }) => name),
    renderLabels: true,
    post: { displayName: type === 'posts' ? 'post' : 'page', visibility },
    // The line of the paywall card says for whom the part below it is, by the visibility of the post.
    feature: { paywallImprovements: true },
    // Shows the card "Email call to action", which Koenig hides by default; newsletters still render it.
    deprecated: { emailCta: false },
    // Without image search, GIF search and image editor: they need accounts at other companies.
    unsplash: null,
    klipy: null,
    pinturaConfig: null,
  };
}
