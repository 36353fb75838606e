import { Accordion } from '@mantine/core';
import { CardSection } from './card-section.tsx';
import type { CardFields, PageDefaults, SearchFields } from './metadata.ts';
import { SearchSection } from './search-section.tsx';

type Fields = SearchFields & CardFields & { canonical_url?: string | null };

interface Props {
  fields: Fields;
  /** The values that the previews and the placeholders show for empty fields. */
  page: PageDefaults;
  /** The heading level of the sections. */
  headingLevel: 2 | 3;
  onChange: (fields: Partial<Fields>) => void;
}

/** The metadata of a web page of the site, in sections for search engines, Facebook and X. Each section has a preview. */
export default function MetadataSections({ headingLevel, ...section }: Props) {
  return (
    <Accordion variant="separated" order={headingLevel}>
      <SearchSection {...section} />
      <CardSection {...section} name="og" />
      <CardSection {...section} name="twitter" />
    </Accordion>
  );
}
