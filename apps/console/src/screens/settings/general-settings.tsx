import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ColourField } from '../../components/colour-field.tsx';
import { DeferredSelect } from '../../components/deferred-select.tsx';
import { ImageField } from '../../components/image-field.tsx';
import { type Settings, textSetting } from './setting-values.ts';
import { SettingsForm } from './settings-form.tsx';

/** All IANA zones that the browser knows. `Etc/UTC`, the default of the setting, is first and replaces `UTC`. */
const ZONES = ['Etc/UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC' && zone !== 'Etc/UTC')];

/** The section of the settings with the title, description, language, time zone, colour and images of the site. */
export function GeneralSettings({ settings }: { settings: Settings }) {
  const t = useTranslations('settings');
  const [zone, setZone] = useState(textSetting(settings, 'active_timezone'));
  const [accent, setAccent] = useState(textSetting(settings, 'accent_color'));
  const [images, setImages] = useState({
    icon: textSetting(settings, 'icon') || null,
    logo: textSetting(settings, 'logo') || null,
    cover_image: textSetting(settings, 'cover_image') || null,
  });
  const toSettings = ({ title = '', description = '', locale = '' }: Record<string, string>): Settings => ({
    title,
    description,
    default_locale: locale,
    active_timezone: zone,
    accent_color: accent,
    ...images,
  });
  return (
    <SettingsForm toSettings={toSettings}>
      <TextInput
        name="title"
        label={t('siteTitle')}
        defaultValue={textSetting(settings, 'title')}
        maxLength={150}
        required
      />
      <Textarea
        name="description"
        label={t('description')}
        description={t('descriptionHelp')}
        defaultValue={textSetting(settings, 'description')}
        maxLength={200}
        autosize
      />
      <DeferredSelect
        label={t('zone')}
        description={t('zoneHelp')}
        data={[...new Set([...ZONES, zone])].map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        value={zone}
        onChange={setZone}
        limit={100}
      />
      <TextInput
        name="locale"
        label={t('locale')}
        description={t('localeHelp')}
        defaultValue={textSetting(settings, 'default_locale')}
        maxLength={35}
        required
      />
      <ColourField label={t('accent')} description={t('accentHelp')} value={accent} isRequired onChange={setAccent} />
      <SiteImages images={images} onChange={setImages} />
    </SettingsForm>
  );
}

interface ImagesProps {
  images: Record<'icon' | 'logo' | 'cover_image', string | null>;
  onChange: (images: ImagesProps['images']) => void;
}

function SiteImages({ images, onChange }: ImagesProps) {
  const t = useTranslations('settings');
  return (
    <>
      <ImageField
        label={t('icon')}
        value={images.icon}
        purpose="icon"
        onChange={(icon) => onChange({ ...images, icon })}
      />
      <ImageField label={t('logo')} value={images.logo} onChange={(logo) => onChange({ ...images, logo })} />
      <ImageField
        label={t('cover')}
        value={images.cover_image}
        onChange={(cover) => onChange({ ...images, cover_image: cover })}
      />
    </>
  );
}
