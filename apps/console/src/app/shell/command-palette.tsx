import { Spotlight, spotlight, type SpotlightActionData } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CurrentUser } from '../../api/session.ts';
import { useFoundEntries } from './palette-search.ts';
import { SCREENS } from './screens.ts';

const DEBOUNCE_MS = 150;

const iconOf = (name: (typeof SCREENS)[number]['name']) => {
  const Icon = SCREENS.find((screen) => screen.name === name)?.icon ?? IconSearch;
  return <Icon size={18} stroke={1.7} aria-hidden />;
};

interface Props {
  user: CurrentUser;
  /** Returns the text that was typed while the palette loaded; empty after the first call. */
  takeTypedText: () => string;
}

/**
 * Searches screens, posts, pages, events, tags and members. It is open at first, because it loads when its button
 * is pressed; later, Ctrl-K or ⌘K opens it.
 */
export function CommandPalette({ user, takeTypedText }: Props) {
  const t = useTranslations('navigation');
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [debouncedText] = useDebouncedValue(text.trim(), DEBOUNCE_MS);
  const entries = useFoundEntries(debouncedText, user);
  useEffect(() => spotlight.open(), []);
  const screens: SpotlightActionData[] = SCREENS.filter(({ roles }) => roles.includes(user.role)).map(
    ({ name, to }) => ({
      id: name,
      label: t(name),
      leftSection: iconOf(name),
      onClick: () => void navigate({ to }),
    }),
  );
  const foundActions: SpotlightActionData[] = entries.map(({ id, screen, label, detail, foundText, open }) => ({
    id: `${screen}-${id}`,
    label,
    description: [detail, t(screen)].filter(Boolean).join(' · '),
    // Spotlight hides actions whose label, description and keywords do not contain the text.
    ...(foundText && { keywords: foundText }),
    leftSection: iconOf(screen),
    onClick: open,
  }));
  return (
    <Spotlight
      actions={[...screens, ...foundActions]}
      query={text}
      onQueryChange={setText}
      nothingFound={t('paletteNothing')}
      shortcut="mod + K"
      attributes={{ content: { 'aria-label': t('openPalette') } }}
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: t('palettePlaceholder'),
        'aria-label': t('palettePlaceholder'),
        onFocus: () => {
          const typed = takeTypedText();
          setText((current) => typed + current);
        },
      }}
    />
  );
}
