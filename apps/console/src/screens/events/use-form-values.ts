import { type Dispatch, type SetStateAction, useState } from 'react';
import { type EventFormValues, mergeStored } from './form-model.ts';

interface FormState {
  form: EventFormValues;
  setForm: Dispatch<SetStateAction<EventFormValues>>;
  /** Call it when the server has saved the form, with the values that it has saved. */
  markSaved: (saved: EventFormValues) => void;
}

/**
 * The values of the form of an event. When the event changes on the server, e.g. because the user cancels an occurrence, the form
 * keeps the changes of the user that are not saved.
 * @param loaded the values of the stored event, or the defaults for a new one
 * @param version the time of the last change of the stored event, in whole seconds; undefined for a new one
 */
export function useFormValues(loaded: EventFormValues, version: string | undefined): FormState {
  const [form, setForm] = useState(loaded);
  /** The form without the changes of the user: as it was loaded or saved last. */
  const [baseForm, setBaseForm] = useState(loaded);
  const [formVersion, setFormVersion] = useState(version);
  if (version !== formVersion) {
    setFormVersion(version);
    setBaseForm(loaded);
    setForm(mergeStored(form, baseForm, loaded));
  }
  return { form, setForm, markSaved: setBaseForm };
}
