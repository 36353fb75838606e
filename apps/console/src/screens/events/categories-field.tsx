import { Pill, PillsInput } from '@mantine/core';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslations } from 'use-intl';

const CategoriesInput = lazy(() => import('./categories-input.tsx'));

interface Props {
  value: string[];
  onChange: (value: string[]) => void;
}

/** The field for the categories of an event. The code of its dropdown loads when the field gets the focus for the first time. */
export function CategoriesField({ value, onChange }: Props) {
  const t = useTranslations('events');
  const [isUsed, setUsed] = useState(false);
  const id = useId();
  const sharedProps = { id, label: t('categories'), description: t('categoriesHelp') };
  const closedField = (
    <PillsInput {...sharedProps}>
      <Pill.Group>
        {value.map((name) => (
          <Pill key={name} withRemoveButton onRemove={() => onChange(value.filter((other) => other !== name))}>
            {name}
          </Pill>
        ))}
        <PillsInput.Field id={id} readOnly onFocus={() => setUsed(true)} />
      </Pill.Group>
    </PillsInput>
  );
  if (!isUsed) return closedField;
  return (
    <Suspense fallback={closedField}>
      <CategoriesInput {...sharedProps} autoFocus value={value} onChange={onChange} />
    </Suspense>
  );
}
