import { Stack, Title } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { SectionProps } from './section-props.ts';
import { TextSetting } from './text-setting.tsx';

/** The fields for HTML that the site adds to the head and to the end of the page of the post. The Console never runs it. */
export function CodeInjection({ fields, onChange }: SectionProps) {
  const t = useTranslations('editor');
  const shared = { fields, onChange, rows: 3, isCode: true, maxLength: 65_535 };
  return (
    <Stack gap="md">
      <Title order={3} size="h3">
        {t('codeInjection')}
      </Title>
      <TextSetting {...shared} name="codeinjection_head" label={t('codeHead')} />
      <TextSetting {...shared} name="codeinjection_foot" label={t('codeFoot')} />
    </Stack>
  );
}
