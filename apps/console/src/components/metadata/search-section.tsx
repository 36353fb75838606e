import { Accordion, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import classes from './metadata.module.css';
import type { PageDefaults, SearchFields } from './metadata.ts';
import { TextField } from './text-field.tsx';

interface Props {
  /** Without `canonical_url`, the section has no field for it. */
  fields: SearchFields & { canonical_url?: string | null };
  /** The values that search engines show if the fields are empty. */
  page: PageDefaults;
  onChange: (fields: Partial<Props['fields']>) => void;
}

/** The fields for search engines, with a preview. */
export function SearchSection({ fields, page, onChange }: Props) {
  const t = useTranslations('metadata');
  const { meta_title: title, meta_description: description, canonical_url: canonical } = fields;
  return (
    <Accordion.Item value="search">
      <Accordion.Control>{t('searchEngines')}</Accordion.Control>
      <Accordion.Panel>
        <Stack gap="md">
          <TextField
            label={t('metaTitle')}
            value={title}
            placeholder={page.title}
            maxLength={300}
            onChange={(value) => onChange({ meta_title: value })}
          />
          <TextField
            label={t('metaDescription')}
            value={description}
            placeholder={page.text}
            rows={2}
            maxLength={500}
            onChange={(value) => onChange({ meta_description: value })}
          />
          {canonical !== undefined && (
            <TextField
              label={t('canonicalUrl')}
              value={canonical}
              placeholder={page.url}
              maxLength={2_000}
              onChange={(value) => onChange({ canonical_url: value })}
            />
          )}
          <div className={classes['search']} role="img" aria-label={t('searchPreview')}>
            <Text size="xs">{page.url}</Text>
            <Text className={classes['found']}>{title ?? page.title}</Text>
            <Text size="sm" lineClamp={2}>
              {description ?? page.text}
            </Text>
          </div>
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}
