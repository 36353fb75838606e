import { Spotlight, spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CurrentUser } from '../../api/session.ts';
import { PaletteNote } from './palette-note.tsx';
import { type FoundEntry, usePaletteSearch } from './palette-search.ts';
import { isScreenOffered, SCREENS } from './screens.ts';

const DEBOUNCE_MS = 150;

const iconOf = (name: (typeof SCREENS)[number]['name']) => {
  const Icon = SCREENS.find((screen) => screen.name === name)?.icon ?? IconSearch;
  return <Icon size={18} stroke={1.7} aria-hidden />;
};

/** Whether one of the strings contains the text; upper and lower case do not matter. */
const contains = (text: string, ...strings: (string | null | undefined)[]): boolean =>
  strings.some((string) => string?.toLowerCase().includes(text.toLowerCase()));

/**
 * Selects the placeholder, which lists the kinds of entries that the user can find. Three variants are enough: all users find posts,
 * pages and events, and users who find members also find tags.
 */
function placeholderVariant({ role }: CurrentUser): 'members' | 'tags' | 'events' {
  if (isScreenOffered('members', role)) return 'members';
  return isScreenOffered('tags', role) ? 'tags' : 'events';
}

interface Props {
  user: CurrentUser;
  /** Returns the text that was typed while the palette loaded; empty after the first call. */
  takeTypedText: () => string;
}

/**
 * A dialog that searches screens, posts, pages, events, tags and members. Its code loads when the user first opens the palette, so it opens
 * as soon as it is mounted. Later Ctrl-K, ⌘K and the button of the navigation open it.
 */
export function CommandPalette({ user, takeTypedText }: Props) {
  const t = useTranslations('navigation');
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const [searchedText] = useDebouncedValue(text, DEBOUNCE_MS);
  const results = usePaletteSearch(searchedText, user);
  useEffect(() => spotlight.open(), []);
  const screens = SCREENS.filter(({ name, roles }) => roles.includes(user.role) && contains(text, t(name)));
  // While a search runs, the results can belong to the previous text. So only entries that contain the current text are shown.
  const entries = results.entries.filter(({ label, detail, foundText }) => contains(text, label, detail, foundText));
  const isEmpty = screens.length + entries.length === 0;
  const placeholder = t('palettePlaceholder', { finds: placeholderVariant(user) });
  return (
    <Spotlight.Root
      query={typed}
      onQueryChange={setTyped}
      shortcut="mod + K"
      attributes={{ content: { 'aria-label': t('openPalette') } }}
      scrollable
      maxHeight={420}
    >
      <Spotlight.Search
        leftSection={<IconSearch size={18} aria-hidden />}
        placeholder={placeholder}
        aria-label={placeholder}
        onFocus={() => {
          const typedWhileLoading = takeTypedText();
          setTyped((current) => typedWhileLoading + current);
        }}
      />
      {!isEmpty && (
        <Spotlight.ActionsList>
          {screens.map(({ name, to }) => (
            <Spotlight.Action
              key={name}
              label={t(name)}
              leftSection={iconOf(name)}
              highlightQuery
              onClick={() => void navigate({ to })}
            />
          ))}
          {entries.map((entry) => (
            <FoundAction key={`${entry.screen}-${entry.id}`} entry={entry} />
          ))}
        </Spotlight.ActionsList>
      )}
      <PaletteNote
        text={text}
        results={results}
        isSearching={results.isSearching || text !== searchedText}
        isEmpty={isEmpty}
      />
    </Spotlight.Root>
  );
}

function FoundAction({ entry: { screen, label, detail, open } }: { entry: FoundEntry }) {
  const t = useTranslations('navigation');
  return (
    <Spotlight.Action
      label={label}
      description={[detail, t(screen)].filter(Boolean).join(' · ')}
      leftSection={iconOf(screen)}
      highlightQuery
      onClick={open}
    />
  );
}
