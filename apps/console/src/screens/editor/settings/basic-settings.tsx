import { Checkbox, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { configQuery } from '../../../api/config.ts';
import { FeatureImage } from '../canvas/feature-image.tsx';
import { VISIBILITIES } from '../model/fields.ts';
import type { SectionProps } from './section-props.ts';
import { TextSetting } from './text-setting.tsx';

/** The fields for the slug, the visibility, the excerpt and the feature image, and the box that makes the post featured. */
export function BasicSettings({ type, fields, permissions, onChange }: SectionProps) {
  const t = useTranslations('editor');
  const { data: config } = useQuery(configQuery);
  const sharedProps = { fields, onChange };
  const setVisibility = (value: string | null): void => {
    const visibility = VISIBILITIES.find((name) => name === value);
    if (visibility) onChange({ visibility });
  };
  return (
    <Stack gap="md">
      <TextSetting
        {...sharedProps}
        name="slug"
        label={t('slug')}
        maxLength={185}
        description={config && fields.slug && `${config.siteUrl}/${fields.slug}/`}
      />
      {permissions.chooseVisibility && (
        <Select
          label={t('visibility')}
          data={VISIBILITIES.map((value) => ({ value, label: t(`visibilityOf.${value}`) }))}
          value={fields.visibility}
          allowDeselect={false}
          onChange={setVisibility}
        />
      )}
      <TextSetting {...sharedProps} name="custom_excerpt" label={t('excerpt')} rows={3} maxLength={300} />
      <div>
        <FeatureImage fields={fields} onChange={onChange} />
      </div>
      <Checkbox
        label={t(type === 'posts' ? 'featuredPost' : 'featuredPage')}
        checked={fields.featured}
        onChange={(event) => onChange({ featured: event.currentTarget.checked })}
      />
    </Stack>
  );
}
