import { URL_LENGTH, type WorstRequest, worstFilters, worstSelections } from './request';

const relations = {
  posts: ['tags.slug', 'authors.slug', 'primary_tag.slug', 'tag'],
  pages: ['tags.slug', 'authors.slug'],
  tags: [],
  authors: [],
};

/** The most expensive requests that the Content API accepts, and some just beyond its limits, each in one version. */
export function contentRequests(key: string): WorstRequest[] {
  const base = '/ghost/api/v3/content';
  const lists = Object.entries(relations).flatMap(([resource, paths]) => {
    const queries = [
      ...worstFilters(paths).map(([name, filter]) => [`filter of ${name}`, `filter=${encodeURIComponent(filter)}`]),
      ...worstSelections,
    ];
    return queries
      .map(([name, query]) => ({ name: `${resource}: ${name}`, path: `${base}/${resource}/?key=${key}&${query}` }))
      .filter(({ path }) => path.length < URL_LENGTH);
  });
  return [
    ...lists,
    {
      name: 'counts of every tag',
      path: `${base}/tags/?key=${key}&limit=all&include=count.posts&order=count.posts%20desc`,
    },
    { name: 'counts of every author', path: `${base}/authors/?key=${key}&limit=all&include=count.posts` },
    { name: 'a long slug', path: `${base}/posts/slug/${'a'.repeat(14_000)}/?key=${key}` },
    { name: 'a long key', path: `${base}/posts/?key=${'a'.repeat(14_000)}` },
    { name: 'a path of slashes', path: `${'/'.repeat(14_000)}?key=${key}` },
    { name: 'a path of segments', path: `${base}${'/a'.repeat(7_000)}?key=${key}` },
    { name: 'a long version', path: `${base}/posts/?key=${key}`, headers: { 'accept-version': 'v3.'.repeat(2_000) } },
    { name: 'many entity tags', path: `${base}/posts/?key=${key}`, headers: { 'if-none-match': '"a",'.repeat(3_000) } },
  ];
}
