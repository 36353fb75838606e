import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useCurrentUser } from '../../api/session.ts';
import { settingsFormQuery } from '../../api/settings.ts';
import { isScreenOffered } from '../../app/shell/screens.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { lazyPart, PartBoundary } from '../../components/lazy-part.tsx';
import { NoPermission } from '../../components/no-permission.tsx';
import { Page } from '../../components/page.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import classes from './settings.module.css';
import { SECTIONS, type Section } from './sections.ts';
import type { Settings } from './setting-values.ts';

const route = getRouteApi('/shell/settings');
/** The contents of the tabs. The code of each tab loads when the tab is opened for the first time. */
const SECTION_CONTENTS: Record<Section, (props: { settings: Settings }) => ReactNode> = {
  general: lazyPart(async () => ({ default: (await import('./general-settings.tsx')).GeneralSettings })),
  navigation: lazyPart(async () => ({ default: (await import('./navigation-settings.tsx')).NavigationSettings })),
  members: lazyPart(async () => ({ default: (await import('./members-settings.tsx')).MembersSettings })),
  metadata: lazyPart(async () => ({ default: (await import('./metadata-settings.tsx')).MetadataSettings })),
  code: lazyPart(async () => ({ default: (await import('./code-settings.tsx')).CodeSettings })),
  move: lazyPart(async () => ({ default: (await import('./import-export-settings.tsx')).ImportExportSettings })),
};

/** The settings of the site, with a tab for each section. The search parameter `section` contains the name of the open tab. */
export function SettingsScreen() {
  const t = useTranslations('settings');
  const { role } = useCurrentUser();
  const { section = 'general' } = route.useSearch();
  const navigate = useNavigate();
  if (!isScreenOffered('settings', role)) return <NoPermission title={t('title')} />;
  const openSection = (value: string | null): void => {
    const opened = SECTIONS.find((name) => name === value);
    void navigate({ to: '/settings', search: { section: opened }, replace: true });
  };
  return (
    <Page title={t('title')} width="narrow">
      <Tabs value={section} onChange={openSection} keepMounted={false}>
        <Tabs.List mb="lg" className={classes['tabs']}>
          {SECTIONS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`sections.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {SECTIONS.map((name) => (
          <Tabs.Panel key={name} value={name}>
            <SectionContent section={name} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

/** The content of an open tab. It loads the settings each time the tab is opened, so that its form starts from the stored values. */
function SectionContent({ section }: { section: Section }) {
  const { data: settings, error, refetch } = useQuery(settingsFormQuery(section));
  const Content = SECTION_CONTENTS[section];
  const skeleton = <SkeletonRows rows={6} height={60} />;
  return (
    <>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!settings && !error && skeleton}
      {/* The error of a later refetch does not replace the form, because the user may have changed its fields. */}
      {settings && (
        <PartBoundary fallback={skeleton}>
          <Content settings={settings} />
        </PartBoundary>
      )}
    </>
  );
}
