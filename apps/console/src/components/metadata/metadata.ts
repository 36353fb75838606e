import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../api/config.ts';

export type CardName = 'og' | 'twitter';
export type CardPart = 'image' | 'title' | 'description';

/** What search engines show of a page of the site. */
export type SearchFields = Record<'meta_title' | 'meta_description', string | null>;

/** What social networks show of it. */
export type CardFields = Record<`${CardName}_${CardPart}`, string | null>;

/** What is shown where these fields are empty. */
export interface PageTexts {
  /** Address of the page. */
  url: string;
  title: string;
  text: string;
  image: string | null;
}

/** @returns a function that makes the address of a page of the site from its path */
export function useSiteAddress(): (path: string) => string {
  const { data: config } = useQuery(configQuery);
  const siteUrl = (config?.siteUrl ?? '').replace(/\/$/, '');
  return (path) => `${siteUrl}/${path}`;
}
