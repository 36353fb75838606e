import { admin } from '../../../api/admin.ts';
import type { PostType } from '../model/fields.ts';

interface Options {
  type: PostType;
  siteUrl: string;
  siteTitle: string;
  visibility: string;
  /** Whether visitors can become members: offers the card for it. */
  membersEnabled: boolean;
  /** The heading of suggestions for links. */
  postsLabel: string;
}

/** oEmbed data or a bookmark of a page; the server fetches it. */
async function fetchEmbed(url: string, { type }: { type?: string } = {}): Promise<object> {
  return admin.get('/oembed/', { params: { query: { url, ...(type === 'bookmark' && { type }) } } });
}

/** Posts and pages whose title contains the words. */
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

/** The data of the site for the cards, and the functions by which they call the server. */
export function cardConfig({ type, siteUrl, siteTitle, visibility, membersEnabled, postsLabel }: Options): object {
  const find = async (term?: string): Promise<object[]> => {
    const items = await findLinks(term).catch(() => []);
    return items.length ? [{ label: postsLabel, items }] : [];
  };
  return {
    siteUrl,
    siteTitle,
    membersEnabled,
    fetchEmbed,
    searchLinks: find,
    fetchAutocompleteLinks: async () => (await findLinks('')).map(({ title, url }) => ({ label: title, value: url })),
    fetchLabels: async () => (await admin.get('/labels/', {})).labels.map(({ name }) => name),
    renderLabels: true,
    post: { displayName: type === 'posts' ? 'post' : 'page', isPage: type === 'pages', visibility },
    feature: {},
    // Koenig hides the card for members of one plan; mails still show it.
    deprecated: { emailCta: false },
    unsplash: null,
    klipy: null,
    pinturaConfig: null,
  };
}
