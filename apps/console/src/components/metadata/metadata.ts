import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../api/config.ts';

export type CardName = 'og' | 'twitter';
export type CardPart = 'image' | 'title' | 'description';

/** The fields of a page of the site for search engines. */
export type SearchFields = Record<'meta_title' | 'meta_description', string | null>;

/** The fields of a page of the site for social networks. */
export type CardFields = Record<`${CardName}_${CardPart}`, string | null>;

/** The values of a page of the site that search engines and social networks show for empty `SearchFields` and `CardFields`. */
export interface PageDefaults {
  /** URL of the page. */
  url: string;
  title: string;
  text: string;
  image: string | null;
}

/** @returns a function that builds the URL of a page of the site from its path */
export function useSiteAddress(): (path: string) => string {
  const { data: config } = useQuery(configQuery);
  return (path) => `${config?.siteUrl ?? ''}/${path}`;
}
