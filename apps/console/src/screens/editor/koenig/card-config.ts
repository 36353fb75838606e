import { admin } from '../../../api/admin.ts';
import { allOf, quoteNql } from '../../../api/filter.ts';
import { queryClient } from '../../../api/query-client.ts';
import { labelsQuery } from '../../members/members-queries.ts';
import type { PostType } from '../model/fields.ts';

interface Options {
  type: PostType;
  siteUrl: string;
  siteTitle: string;
  /** The visibility of the post. */
  visibility: string;
  /** Whether the feature `members` is on in the setting `labs`. If it is off, Koenig (the editor) hides the signup card. */
  membersEnabled: boolean;
  /** The heading of the link suggestions. */
  linksHeading: string;
}

/** The oEmbed data of a URL; for the `type` "bookmark", the data of a bookmark card. The server requests the URL. */
async function fetchEmbed(url: string, { type }: { type?: string } = {}): Promise<object> {
  return admin.get('/oembed/', { params: { query: { url, ...(type === 'bookmark' && { type }) } } });
}

/**
 * At most five published posts, then at most five published pages, whose title contains the term. Both are ordered by their publication,
 * the newest first. An empty term matches all titles. Posts that are sent by e-mail only have no page to link to.
 */
async function findLinks(term = ''): Promise<{ title: string; url: string }[]> {
  const filter = allOf('status:published', 'status:-sent', term && `title:~${quoteNql(term)}`);
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
    // In cards that can be limited to some readers, e.g. the HTML card, the author chooses the readers on the site. Mails use this choice,
    // too; a card for no reader of the site is shown in mails only.
    visibilitySettings: 'web only',
    post: { displayName: type === 'posts' ? 'post' : 'page', visibility },
    // The paywall card shows which readers see the part below it, by the visibility of the post.
    feature: { paywallImprovements: true },
    // Shows the card "Email call to action" in the menu. Koenig hides it by default, but newsletters can still contain it.
    deprecated: { emailCta: false },
    // No image search, GIF search and image editor, because they need accounts at other companies.
    unsplash: null,
    klipy: null,
    pinturaConfig: null,
  };
}
