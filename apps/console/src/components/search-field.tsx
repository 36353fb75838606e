import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

const DEBOUNCE_MS = 250;

interface Props {
  label: string;
  value: string | undefined;
  /** Called when the user pauses typing; undefined for an empty field. */
  onSearch: (text: string | undefined) => void;
}

/** A search field that searches while the user types. The caller stores the text in the URL and passes it back as `value`. */
export function SearchField({ label, value = '', onSearch }: Props) {
  const [text, setText] = useState(value);
  const searchedText = useRef(value);
  const search = useDebouncedCallback((typed: string) => {
    searchedText.current = typed.trim();
    onSearch(searchedText.current || undefined);
  }, DEBOUNCE_MS);
  // Follows changes of the URL, e.g. after "Back". It ignores the change by its own last search, which would overwrite text that the
  // user has typed meanwhile.
  useEffect(() => {
    if (value === searchedText.current) return;
    searchedText.current = value;
    setText(value);
  }, [value]);
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
