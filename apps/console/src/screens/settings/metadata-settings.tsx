import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type CardFields, type SearchFields, useSiteUrlBuilder } from '../../components/metadata/metadata.ts';
import MetadataSections from '../../components/metadata/metadata-sections.tsx';
import { type Settings, textSetting } from './setting-values.ts';
import { SettingsForm } from './settings-form.tsx';

type Fields = SearchFields & CardFields;

function fieldsOf(settings: Settings): Fields {
  const text = (key: keyof Fields): string | null => textSetting(settings, key) || null;
  return {
    meta_title: text('meta_title'),
    meta_description: text('meta_description'),
    og_image: text('og_image'),
    og_title: text('og_title'),
    og_description: text('og_description'),
    twitter_image: text('twitter_image'),
    twitter_title: text('twitter_title'),
    twitter_description: text('twitter_description'),
  };
}

/** The section of the settings with the fields for search engines and social networks. */
export function MetadataSettings({ settings }: { settings: Settings }) {
  const t = useTranslations('settings');
  const siteUrl = useSiteUrlBuilder();
  const [fields, setFields] = useState(fieldsOf(settings));
  const page = {
    url: siteUrl(''),
    title: textSetting(settings, 'title'),
    text: textSetting(settings, 'description'),
    image: textSetting(settings, 'cover_image') || null,
  };
  return (
    <SettingsForm toSettings={(socialAccounts) => ({ ...socialAccounts, ...fields })}>
      <MetadataSections
        fields={fields}
        page={page}
        headingLevel={2}
        onChange={(changes) => setFields({ ...fields, ...changes })}
      />
      <TextInput
        name="facebook"
        label={t('facebook')}
        defaultValue={textSetting(settings, 'facebook')}
        maxLength={191}
      />
      <TextInput name="twitter" label={t('x')} defaultValue={textSetting(settings, 'twitter')} maxLength={191} />
    </SettingsForm>
  );
}
