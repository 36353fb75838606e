import { Modal } from '@mantine/core';
import type { Dispatch, SetStateAction } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useReturnFocus } from '../../components/use-return-focus.ts';
import { DayItems } from './agenda.tsx';
import { CreateDialog } from './create-dialog.tsx';
import type { DialogState } from './dialog-state.ts';
import { ItemDialog } from './item-dialog.tsx';
import { RescheduleForm } from './reschedule-form.tsx';
import { ScopeForm } from './scope-form.tsx';

const DAY_FORMAT = { timeZone: 'UTC', dateStyle: 'full' } as const;

interface Props {
  state: DialogState;
  timeZone: string;
  onChange: Dispatch<SetStateAction<DialogState | undefined>>;
}

/** The dialog of the calendar that `state` describes. The code of all dialogs loads when the first one opens. */
export function Dialogs({ state, timeZone, onChange }: Props) {
  const t = useTranslations('calendar');
  const format = useFormatter();
  useReturnFocus(true);
  // A request can end when the user has closed its dialog and opened another one, which has to stay open.
  const close = (): void => onChange((current) => (current === state ? undefined : current));
  const cancel = (): void => {
    // In the dialog `scope`, the user chooses which occurrences of a series move. `revert` shows the moved occurrence at its old time.
    if (state.type === 'scope') state.move.revert();
    close();
  };
  const titles = {
    item: state.type === 'item' ? state.item.title : '',
    reschedule: t('reschedule'),
    scope: t('scopeTitle'),
    create: t('create'),
    day: state.type === 'day' ? format.dateTime(new Date(`${state.day}T00:00:00Z`), DAY_FORMAT) : '',
  };
  return (
    // With the key, each type has a dialog of its own, which gets the focus when it opens.
    <Modal key={state.type} opened onClose={cancel} title={titles[state.type]} centered size="md">
      {state.type === 'item' && (
        <ItemDialog item={state.item} timeZone={timeZone} onOpenDialog={onChange} onDone={close} />
      )}
      {state.type === 'reschedule' && <RescheduleForm item={state.item} timeZone={timeZone} onDone={close} />}
      {state.type === 'scope' && <ScopeForm move={state.move} timeZone={timeZone} onDone={close} onCancel={cancel} />}
      {state.type === 'create' && <CreateDialog slot={state.slot} timeZone={timeZone} onDone={close} />}
      {state.type === 'day' && (
        <DayItems
          day={state.day}
          items={state.items}
          timeZone={timeZone}
          onOpen={(item) => onChange({ type: 'item', item })}
        />
      )}
    </Modal>
  );
}
