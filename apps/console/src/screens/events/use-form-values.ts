import { type Dispatch, type SetStateAction, useState } from 'react';
import { differ, type EventFormValues, mergeStored } from './form-model.ts';

interface FormState {
  form: EventFormValues;
  setForm: Dispatch<SetStateAction<EventFormValues>>;
  /** Has to be called with the saved values after each save. */
  markSaved: (saved: EventFormValues) => void;
  /** Whether the form has unsaved changes of the user. */
  hasChanges: () => boolean;
}

/**
 * The values of the form of an event. When the stored event changes, e.g. because the user cancels an occurrence, `mergeStored` keeps
 * the unsaved changes of the user. But if the stored times or recurrence have changed, the user's changes of them are lost.
 * @param loaded the values of the stored event, or the defaults of a new event
 * @param version the time of the last change of the stored event, RFC 3339 in whole seconds; undefined for a new event
 */
export function useFormValues(loaded: EventFormValues, version: string | undefined): FormState {
  const [form, setForm] = useState(loaded);
  /** The values of the form when it was last loaded or saved, without the unsaved changes of the user. */
  const [baseForm, setBaseForm] = useState(loaded);
  const [formVersion, setFormVersion] = useState(version);
  if (version !== formVersion) {
    setFormVersion(version);
    setBaseForm(loaded);
    setForm(mergeStored(form, baseForm, loaded));
  }
  return { form, setForm, markSaved: setBaseForm, hasChanges: () => differ(form, baseForm) };
}
