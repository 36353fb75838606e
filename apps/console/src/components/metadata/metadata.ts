import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../api/config.ts';

/** The prefixes of the fields of a card. Social networks show a card for a link: `og` on Facebook and others, `twitter` on X. */
export type CardName = 'og' | 'twitter';
export type CardPart = 'image' | 'title' | 'description';

/** The fields of a web page of the site for search engines. */
export type SearchFields = Record<'meta_title' | 'meta_description', string | null>;

/** The fields of a web page of the site for social networks. */
export type CardFields = Record<`${CardName}_${CardPart}`, string | null>;

/** The values of a web page of the site that search engines and social networks show if `SearchFields` and `CardFields` are empty. */
export interface PageDefaults {
  /** URL of the page. */
  url: string;
  title: string;
  text: string;
  image: string | null;
}

/** @returns a function that returns the URL of a web page of the site for its path; the path has no slash at the start */
export function useSiteUrlBuilder(): (path: string) => string {
  const { data: config } = useQuery(configQuery);
  return (path) => `${config?.siteUrl ?? ''}/${path}`;
}
