import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FilterSelect } from '../../components/filter-select.tsx';
import { TAG_SEARCH_DELAY_MS, tagsByNameQuery } from './tags-by-name.ts';

interface Props {
  /** The slug of a tag. */
  value: string | undefined;
  onChange: (slug: string | undefined) => void;
}

/** The filter by one tag. A site can have thousands of tags, so the server searches them by the typed text. */
export function TagFilter({ value, onChange }: Props) {
  const t = useTranslations('posts');
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text, TAG_SEARCH_DELAY_MS);
  const [chosenName, setChosenName] = useState<string>();
  // If the text of the field is the name of the chosen tag, the user is not searching: the dropdown offers the first tags by name.
  const search = value !== undefined && searched === chosenName ? '' : searched;
  const { data: tags = [] } = useQuery(tagsByNameQuery(search, value));
  const name = tags.find(({ slug }) => slug === value)?.name;
  if (name !== undefined && name !== chosenName) setChosenName(name);
  return (
    <FilterSelect
      flex="1 1 104px"
      maw={{ sm: 160 }}
      label={t('tag')}
      placeholder={t('anyTag')}
      searchable
      data={tags.map((tag) => ({ value: tag.slug, label: tag.name }))}
      value={value}
      searchValue={text}
      onSearchChange={setText}
      onChange={onChange}
    />
  );
}
