import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FilterSelect } from '../../components/filter-select.tsx';
import { tagNamesQuery } from './tag-names.ts';

const DEBOUNCE_MS = 200;

interface Props {
  label: string;
  /** The slug of a tag. */
  value: string | undefined;
  onChange: (slug: string | undefined) => void;
}

/** Chooses one tag. A site may have thousands, so the server searches. */
export function TagFilter({ label, value, onChange }: Props) {
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text, DEBOUNCE_MS);
  const { data: tags = [] } = useQuery(tagNamesQuery(searched, value));
  return (
    <FilterSelect
      flex="1 1 104px"
      maw={{ sm: 160 }}
      label={label}
      searchable
      data={tags.map(({ slug, name }) => ({ value: slug, label: name }))}
      value={value}
      searchValue={text}
      onSearchChange={setText}
      onChange={onChange}
    />
  );
}
