import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

const TYPING_MS = 250;

interface Props {
  label: string;
  value: string | undefined;
  /** Called when the typing pauses. */
  onSearch: (text: string | undefined) => void;
}

/** Searches while the user types. The URL of the list contains the text. */
export function SearchField({ label, value = '', onSearch }: Props) {
  const [text, setText] = useState(value);
  const search = useDebouncedCallback((typed: string) => onSearch(typed.trim() || undefined), TYPING_MS);
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
