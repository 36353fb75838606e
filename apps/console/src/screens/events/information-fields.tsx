import { ActionIcon, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { DeferredSelect } from '../../components/deferred-select.tsx';
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
  const change = (index: number, values: Partial<Information>): void =>
    onChange(info.map((entry, other) => (other === index ? { ...entry, ...values } : entry)));
  return (
    <Stack gap="md">
      {info.map(({ language, title, description }, index) => {
        const name = nameOf(language);
        return (
          <Stack key={language} gap="sm">
            <Group align="flex-end" wrap="nowrap" gap="xs">
              <TextInput
                flex={1}
                label={info.length > 1 ? t('titleIn', { language: name }) : t('eventTitle')}
                lang={language}
                value={title}
                onChange={(event) => change(index, { title: event.currentTarget.value })}
                maxLength={255}
                required
                // Moves the focus to the title of a language that was just added. The select field in which it was chosen is gone.
                autoFocus={index > 0 && title === ''}
              />
              {info.length > 1 && (
                <ActionIcon
                  size={36}
                  variant="subtle"
                  color="gray"
                  aria-label={t('removeLanguage', { language: name })}
                  onClick={() => onChange(info.filter((_, other) => other !== index))}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              )}
            </Group>
            <Textarea
              label={info.length > 1 ? t('descriptionIn', { language: name }) : t('description')}
              lang={language}
              value={description}
              onChange={(event) => change(index, { description: event.currentTarget.value })}
              maxLength={10_000}
              autosize
              minRows={2}
            />
          </Stack>
        );
      })}
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
