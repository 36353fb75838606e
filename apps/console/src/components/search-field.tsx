import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

const DEBOUNCE_MS = 250;

interface Props {
  label: string;
  value: string | undefined;
  /** Called when the typing pauses. */
  onSearch: (text: string | undefined) => void;
}

/** A search field of a list, which searches while the user types. The caller stores the text in the URL and passes it as `value`. */
export function SearchField({ label, value = '', onSearch }: Props) {
  const [text, setText] = useState(value);
  const searched = useRef(value);
  const search = useDebouncedCallback((typed: string) => {
    searched.current = typed.trim();
    onSearch(searched.current || undefined);
  }, DEBOUNCE_MS);
  // Follows changes of the URL, e.g. after "Back", but not the change by the last search: text that was typed meanwhile is kept.
  useEffect(() => {
    if (value === searched.current) return;
    searched.current = value;
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
