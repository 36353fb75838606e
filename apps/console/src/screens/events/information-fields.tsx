import { ActionIcon, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { DeferredSelect } from '../../components/deferred-select.tsx';
import { useFocusOnRemoval } from '../../components/use-focus-on-removal.ts';
import type { Information } from './form-model.ts';
import { useLanguageName } from './use-language-name.ts';

/** The languages that the form offers. The calendar API accepts others, too. */
const LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'pl',
  'sv',
  'da',
  'nb',
  'fi',
  'cs',
  'el',
  'tr',
  'uk',
  'ar',
  'he',
  'ja',
  'ko',
  'zh',
];

/** The fields for the title and the description in each language. */
export function InformationFields({
  info,
  onChange,
}: {
  info: Information[];
  onChange: (info: Information[]) => void;
}) {
  const t = useTranslations('events');
  const nameOf = useLanguageName();
  const used = info.map(({ language }) => language);
  return (
    <Stack gap="md">
      <Stack gap="md">
        {info.map((entry, index) => (
          <LanguageFields
            key={entry.language}
            entry={entry}
            index={index}
            count={info.length}
            onChange={(changed) => onChange(info.map((old, other) => (other === index ? changed : old)))}
            onRemove={() => onChange(info.filter((_, other) => other !== index))}
          />
        ))}
      </Stack>
      <DeferredSelect
        // The key changes after each choice. React then creates a new, empty field.
        key={info.length}
        size="xs"
        w={220}
        aria-label={t('addLanguage')}
        placeholder={t('addLanguage')}
        value={null}
        data={LANGUAGES.filter((language) => !used.includes(language)).map((value) => ({
          value,
          label: nameOf(value),
        }))}
        onChange={(language) => onChange([...info, { language, title: '', description: '' }])}
      />
    </Stack>
  );
}

interface LanguageProps {
  entry: Information;
  /** The place of the entry among all entries. */
  index: number;
  /** The number of all entries. */
  count: number;
  onChange: (entry: Information) => void;
  onRemove: () => void;
}

function LanguageFields({ entry, index, count, onChange, onRemove }: LanguageProps) {
  const t = useTranslations('events');
  const { language, title, description } = entry;
  const name = useLanguageName()(language);
  const isOnly = count === 1;
  return (
    <Stack ref={useFocusOnRemoval<HTMLDivElement>()} gap="sm">
      <Group align="flex-end" wrap="nowrap" gap="xs">
        <TextInput
          flex={1}
          label={isOnly ? t('eventTitle') : t('titleIn', { language: name })}
          lang={language}
          value={title}
          onChange={(event) => onChange({ ...entry, title: event.currentTarget.value })}
          maxLength={255}
          required
          // Moves the focus to the title of a language that was just added. The select field in which it was chosen is gone.
          autoFocus={index > 0 && title === ''}
        />
        {!isOnly && (
          <ActionIcon
            size={36}
            variant="subtle"
            color="gray"
            aria-label={t('removeLanguage', { language: name })}
            onClick={onRemove}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      <Textarea
        label={isOnly ? t('description') : t('descriptionIn', { language: name })}
        lang={language}
        value={description}
        onChange={(event) => onChange({ ...entry, description: event.currentTarget.value })}
        maxLength={10_000}
        autosize
        minRows={2}
      />
    </Stack>
  );
}
