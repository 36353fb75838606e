import { Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { ZonedDateField } from '../time/zoned-date-field.tsx';
import type { SectionProps } from './section-props.ts';

/** The fields for the times of publication and unpublication. For a draft, the publish dialog has the time of publication. */
export function Dates({ post, fields, permissions, onChange }: SectionProps) {
  const t = useTranslations('editor');
  if (!permissions.publish) return null;
  return (
    <Stack gap="md">
      {post && post.status !== 'draft' && (
        <ZonedDateField
          label={t(post.status === 'published' ? 'publishedAt' : 'scheduledAt')}
          value={fields.published_at}
          onChange={(published_at) => published_at && onChange({ published_at })}
        />
      )}
      <ZonedDateField
        label={t('unpublishAt')}
        value={fields.unpublish_at}
        onChange={(unpublish_at) => onChange({ unpublish_at })}
        isClearable
      />
    </Stack>
  );
}
