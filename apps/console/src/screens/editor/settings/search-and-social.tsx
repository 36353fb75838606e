import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { settingsQuery } from '../../../api/settings.ts';
import { useSiteUrlBuilder } from '../../../components/metadata/metadata.ts';
import MetadataSections from '../../../components/metadata/metadata-sections.tsx';
import type { SectionProps } from './section-props.ts';

/** The fields of the post for search engines and social networks. */
export function SearchAndSocial({ fields, onChange }: SectionProps) {
  const t = useTranslations('editor');
  const siteUrl = useSiteUrlBuilder();
  const { data: settings } = useQuery(settingsQuery);
  const page = {
    url: siteUrl(`${fields.slug || '…'}/`),
    title: fields.title || t('untitled'),
    text: fields.custom_excerpt ?? String(settings?.['description'] ?? ''),
    image: fields.feature_image,
  };
  return <MetadataSections fields={fields} page={page} headingLevel={3} onChange={onChange} />;
}
