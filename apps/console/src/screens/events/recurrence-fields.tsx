import { Fieldset, NativeSelect, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { isDay } from '../calendar/plain-date.ts';
import { lazyPart, PartBoundary } from '../../components/lazy-part.tsx';
import { notifyError } from '../../components/notify.tsx';
import type { EventFormValues } from './form-model.ts';
import { FREQUENCIES, type Recurrence } from './recurrence.ts';

const RuleSection = lazyPart(() => import('./rule-section.tsx'));

interface Props {
  form: EventFormValues;
  onChange: (recurrence: Recurrence) => void;
}

/** The fields for the recurrence of an event. The code of the fields of a rule loads when they are first shown. */
export function RecurrenceFields({ form, onChange }: Props) {
  const t = useTranslations('events');
  const common = useTranslations('common');
  const { recurrence, startDay, timeZone } = form;
  const { mode, simple, raw } = recurrence;
  const change = (values: Partial<Recurrence>): void => onChange({ ...recurrence, ...values });
  /** @param value a frequency, `raw` (a custom rule) or `none` */
  const choose = async (value: string): Promise<void> => {
    const frequency = FREQUENCIES.find((name) => name === value);
    if (frequency) return change({ mode: 'simple', simple: { ...simple, frequency } });
    if (value !== 'raw') return change({ mode: 'none' });
    const { ruleText } = await import('./recurrence-lines.ts');
    const hasRule = mode === 'simple' && isDay(startDay) && (simple.end.type !== 'until' || isDay(simple.end.day));
    change({ mode: 'raw', raw: hasRule ? ruleText(simple, startDay, timeZone) : raw });
  };
  return (
    <Fieldset variant="unstyled" aria-label={t('recurrence')}>
      <Stack gap="md">
        <NativeSelect
          label={t('repeats')}
          value={mode === 'simple' ? simple.frequency : mode}
          onChange={({ currentTarget }) => {
            choose(currentTarget.value).catch(() => notifyError(t('changeFailed'), new Error(common('partFailed'))));
          }}
          w={240}
          data={[
            { value: 'none', label: t('rules.none') },
            ...FREQUENCIES.map((value) => ({ value, label: t(`frequencies.${value}`) })),
            { value: 'raw', label: t('ownRule') },
          ]}
        />
        {mode !== 'none' && (
          <PartBoundary>
            <RuleSection form={form} onChange={onChange} />
          </PartBoundary>
        )}
      </Stack>
    </Fieldset>
  );
}
