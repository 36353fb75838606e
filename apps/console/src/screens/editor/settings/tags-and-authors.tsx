import { MultiSelect, Stack, TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { authorsQuery } from '../../posts/posts-queries.ts';
import { TAG_SEARCH_DELAY_MS, tagsByNameQuery } from '../../posts/tags-by-name.ts';
import type { SectionProps } from './section-props.ts';

/** The maximum number of authors in the dropdown. The others are found by their names. */
const MAX_SHOWN_AUTHORS = 100;

/**
 * The fields for the tags and the authors of the post. The first tag is its primary tag, the first author its primary author. The server
 * searches the tags by the typed text, because a site can have thousands.
 */
export function TagsAndAuthors({ fields, permissions, onChange }: SectionProps) {
  const t = useTranslations('editor');
  const [tagText, setTagText] = useState('');
  const [searched] = useDebouncedValue(tagText, TAG_SEARCH_DELAY_MS);
  const tags = useQuery({ ...tagsByNameQuery(searched), enabled: permissions.chooseTags });
  const users = useQuery({ ...authorsQuery, enabled: permissions.chooseAuthors });
  const setTags = (names: string[]): void => {
    // Several tags can have the same name. The tags of the post are first, so that it keeps them. Each is used once.
    const unused = [...fields.tags, ...(tags.data ?? [])];
    const tagOf = (name: string) => {
      const index = unused.findIndex((tag) => tag.name === name);
      const [known] = index < 0 ? [] : unused.splice(index, 1);
      return known?.id ? { id: known.id, name } : { name };
    };
    onChange({ tags: names.map(tagOf) });
  };
  const staff = [...(users.data ?? []), ...fields.authors];
  const setAuthors = (ids: string[]): void =>
    onChange({
      authors: ids.flatMap((id) => staff.find((user) => user.id === id) ?? []).map(({ id, name }) => ({ id, name })),
    });
  const namesById = new Map(staff.map(({ id, name }) => [id, name]));
  return (
    <Stack gap="md">
      {permissions.chooseTags && (
        <TagsInput
          label={t('tags')}
          description={t('tagsHelp')}
          // `Set`: the field accepts each name only once.
          data={[...new Set((tags.data ?? []).map(({ name }) => name))]}
          value={fields.tags.map(({ name }) => name)}
          onChange={setTags}
          searchValue={tagText}
          onSearchChange={setTagText}
          splitChars={[',']}
          maxDropdownHeight={220}
        />
      )}
      {permissions.chooseAuthors && (
        <MultiSelect
          label={t('authors')}
          data={[...namesById].map(([value, label]) => ({ value, label }))}
          value={fields.authors.map(({ id }) => id)}
          // A post has at least one author, so the last one stays.
          onChange={(ids) => ids.length > 0 && setAuthors(ids)}
          searchable
          limit={MAX_SHOWN_AUTHORS}
        />
      )}
    </Stack>
  );
}
