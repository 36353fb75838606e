import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Form } from '../../components/form.tsx';
import { notifyDone } from '../../components/notify.tsx';
import type { Settings } from './setting-values.ts';
import { useSaveSettings } from './settings-queries.ts';

interface Props {
  /** Returns the settings to save. `fields` contains the value of each field of the form by its name. */
  toSettings: (fields: Record<string, string>) => Settings;
  children: ReactNode;
}

/** The form of one section of the settings, with a button that saves the section. */
export function SettingsForm({ toSettings, children }: Props) {
  const t = useTranslations('common');
  const save = useSaveSettings();
  return (
    <Form onSubmit={(fields) => save.mutate(toSettings(fields), { onSuccess: () => notifyDone(t('saved')) })}>
      {children}
      {save.error && <ErrorNotice error={save.error} />}
      <Group>
        <Button type="submit" loading={save.isPending}>
          {t('save')}
        </Button>
      </Group>
    </Form>
  );
}
