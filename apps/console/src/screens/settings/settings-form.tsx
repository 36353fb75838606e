import { Group } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { fieldsOf, Form, type FormFields } from '../../components/form.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { SaveButton } from '../../components/save-button.tsx';
import { UnsavedChanges } from '../../components/unsaved-changes.tsx';
import type { Settings } from './setting-values.ts';
import { useSaveSettings } from './settings-queries.ts';

interface Props {
  /** Returns the settings to save. */
  toSettings: (fields: FormFields) => Settings;
  children: ReactNode;
}

/** The form of one section of the settings, with a button that saves the section. */
export function SettingsForm({ toSettings, children }: Props) {
  const t = useTranslations('common');
  const save = useSaveSettings();
  const form = useRef<HTMLFormElement>(null);
  /** The settings that were last loaded or saved, as JSON. */
  const saved = useRef('');
  const settingsInForm = (): string => (form.current ? JSON.stringify(toSettings(fieldsOf(form.current))) : '');
  const rememberLoaded = useEffectEvent(() => void (saved.current = settingsInForm()));
  useEffect(() => rememberLoaded(), []);
  const submit = (fields: FormFields): void => {
    const settings = toSettings(fields);
    save.mutate(settings, {
      onSuccess: () => {
        saved.current = JSON.stringify(settings);
        notifyDone(t('saved'));
      },
    });
  };
  return (
    <Form ref={form} onSubmit={submit}>
      <UnsavedChanges hasChanges={() => settingsInForm() !== saved.current} />
      {children}
      {save.error && <ErrorNotice error={save.error} />}
      <Group>
        <SaveButton isPending={save.isPending} />
      </Group>
    </Form>
  );
}
