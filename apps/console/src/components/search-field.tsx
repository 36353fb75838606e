import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

const DEBOUNCE_MS = 250;

interface Props {
  label: string;
  value: string | undefined;
  /** Called when the typing pauses. */
  onSearch: (text: string | undefined) => void;
}

/** A search field that searches while the user types. The text is part of the URL of the list. */
export function SearchField({ label, value = '', onSearch }: Props) {
  const [text, setText] = useState(value);
  const search = useDebouncedCallback((typed: string) => onSearch(typed.trim() || undefined), DEBOUNCE_MS);
  // Follows the URL, e.g. after "Back", but keeps spaces around the typed text.
  useEffect(() => setText((typed) => (typed.trim() === value ? typed : value)), [value]);
  return (
    <TextInput
      type="search"
      size="xs"
      w={{ base: '100%', sm: 208 }}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        search(currentTarget.value);
      }}
    />
  );
}
