import { Group } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { changedFields, hasFields } from '../../api/changed-fields.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { fieldsOf, Form, type FormFields } from '../../components/form.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { SaveButton } from '../../components/save-button.tsx';
import { UnsavedChanges } from '../../components/unsaved-changes.tsx';
import type { Settings } from './setting-values.ts';
import { useSaveSettings } from './settings-queries.ts';

interface Props {
  /** Returns the settings of the section. Those that the user has changed are saved. */
  toSettings: (fields: FormFields) => Settings;
  children: ReactNode;
}

/** The form of one section of the settings, with a button that saves the section. */
export function SettingsForm({ toSettings, children }: Props) {
  const t = useTranslations('common');
  const save = useSaveSettings();
  const form = useRef<HTMLFormElement>(null);
  /** The settings that were last loaded or saved. */
  const saved = useRef<Settings>({});
  const settingsInForm = (): Settings => (form.current ? toSettings(fieldsOf(form.current)) : {});
  const rememberLoaded = useEffectEvent(() => void (saved.current = settingsInForm()));
  useEffect(() => rememberLoaded(), []);
  const submit = (fields: FormFields): void => {
    const settings = toSettings(fields);
    save.mutate(changedFields(saved.current, settings), {
      onSuccess: () => {
        saved.current = settings;
        notifyDone(t('saved'));
      },
    });
  };
  return (
    <Form ref={form} onSubmit={submit}>
      <UnsavedChanges hasChanges={() => hasFields(changedFields(saved.current, settingsInForm()))} />
      {children}
      {save.error && <ErrorNotice error={save.error} />}
      <Group>
        <SaveButton isPending={save.isPending} />
      </Group>
    </Form>
  );
}
