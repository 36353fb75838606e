import { htmlToRelative, toRelativeUrl } from '@almanac/rendering';
import type { PostInput } from '@almanac/validation';
import type { MetaRecord, PostColumns } from './post-record';

/** How an input's value is stored. Every writable column that needs no rule of its own stands in one of the tables below. */
type Store = (value: string, siteUrl: string) => string;

const asText: Store = (value) => value;
const asUrl: Store = (value, siteUrl) => toRelativeUrl(value, siteUrl);
const asHtml: Store = (value, siteUrl) => htmlToRelative(value, siteUrl);

const textColumns = {
  locale: asText,
  featureImage: asUrl,
  customExcerpt: asText,
  codeinjectionHead: asHtml,
  codeinjectionFoot: asHtml,
  customTemplate: asText,
  canonicalUrl: asUrl,
  emailSubject: asText,
} as const satisfies Partial<Record<keyof PostColumns & keyof PostInput, Store>>;

const metaColumns: Readonly<Record<keyof MetaRecord, Store>> = {
  metaTitle: asText,
  metaDescription: asText,
  ogImage: asUrl,
  ogTitle: asText,
  ogDescription: asText,
  twitterImage: asUrl,
  twitterTitle: asText,
  twitterDescription: asText,
};

type TextColumn = keyof typeof textColumns;
const textNames = Object.keys(textColumns) as TextColumn[];
const metaNames = Object.keys(metaColumns) as (keyof MetaRecord)[];

function stored(store: Store, value: string | null, siteUrl: string): string | null {
  // An empty text is the same as none.
  return value ? store(value, siteUrl) : null;
}

/** The columns an input sets directly; what it does not name is absent. */
export function columnsFrom(input: PostInput, siteUrl: string): Partial<PostColumns> {
  const columns: Partial<PostColumns> = {};
  for (const name of textNames) {
    const value = input[name];
    if (value !== undefined) columns[name] = stored(textColumns[name], value, siteUrl);
  }
  if (input.featured !== undefined) columns.featured = input.featured;
  if (input.visibility !== undefined) columns.visibility = input.visibility;
  if (input.sendEmailWhenPublished !== undefined) columns.sendEmailWhenPublished = input.sendEmailWhenPublished;
  return columns;
}

/** The meta fields an input sets; what it does not name is absent. */
export function metaFrom(input: PostInput, siteUrl: string): Partial<MetaRecord> {
  const meta: Partial<MetaRecord> = {};
  for (const name of metaNames) {
    const value = input[name];
    if (value !== undefined) meta[name] = stored(metaColumns[name], value, siteUrl);
  }
  return meta;
}
