import { admin } from '../../../api/admin.ts';
import type { PostType } from '../model/fields.ts';

interface Options {
  type: PostType;
  siteUrl: string;
  siteTitle: string;
  visibility: string;
  /** Whether visitors can become members; without it, Koenig hides the signup card. */
  membersEnabled: boolean;
  /** The heading of the link suggestions. */
  postsLabel: string;
}

/** oEmbed data or a bookmark of a page; the server fetches it. */
async function fetchEmbed(url: string, { type }: { type?: string } = {}): Promise<object> {
  return admin.get('/oembed/', { params: { query: { url, ...(type === 'bookmark' && { type }) } } });
}

/** Published posts and pages whose title contains the term; without a term, the newest ones. */
async function findLinks(term: string | undefined): Promise<{ title: string; url: string }[]> {
  const title = (term ?? '').replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  const filter = `status:published${title ? `+title:~'${title}'` : ''}`;
  const query = { filter, limit: 5, fields: 'title,url', order: 'published_at desc' };
  const [{ posts }, { pages }] = await Promise.all([
    admin.get('/posts/', { params: { query } }),
    admin.get('/pages/', { params: { query } }),
  ]);
  return [...posts, ...pages].map((post) => ({ title: post.title, url: post.url }));
}

/** The `cardConfig` of Koenig: data of the site, and functions that call the Admin API. */
export function cardConfig({ type, siteUrl, siteTitle, visibility, membersEnabled, postsLabel }: Options): object {
  const searchLinks = async (term?: string): Promise<object[]> => {
    const items = await findLinks(term).catch(() => []);
    return items.length ? [{ label: postsLabel, items }] : [];
  };
  return {
    siteUrl,
    siteTitle,
    membersEnabled,
    fetchEmbed,
    searchLinks,
    fetchAutocompleteLinks: async () => (await findLinks('')).map(({ title, url }) => ({ label: title, value: url })),
    fetchLabels: async () => (await admin.get('/labels/', {})).labels.map(({ name }) => name),
    renderLabels: true,
    post: { displayName: type === 'posts' ? 'post' : 'page', isPage: type === 'pages', visibility },
    feature: {},
    // Shows the card "Email call to action", which Koenig hides by default; newsletters still render it.
    deprecated: { emailCta: false },
    unsplash: null,
    klipy: null,
    pinturaConfig: null,
  };
}
