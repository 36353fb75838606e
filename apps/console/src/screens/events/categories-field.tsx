import { Pill, PillsInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart, PartBoundary } from '../../components/lazy-part.tsx';

const CategoriesInput = lazyPart(() => import('./categories-input.tsx'));

interface Props {
  value: string[];
  onChange: (value: string[]) => void;
}

/** The field for the categories of an event. The code of its dropdown loads when the field gets the focus for the first time. */
export function CategoriesField({ value, onChange }: Props) {
  const t = useTranslations('events');
  const common = useTranslations('common');
  const [isUsed, setUsed] = useState(false);
  const id = useId();
  const sharedProps = { id, label: t('categories'), description: t('categoriesHelp') };
  const closedField = (activate: () => void, error?: string) => (
    <PillsInput {...sharedProps} error={error}>
      <Pill.Group>
        {value.map((name) => (
          <Pill key={name} withRemoveButton onRemove={() => onChange(value.filter((other) => other !== name))}>
            {name}
          </Pill>
        ))}
        <PillsInput.Field id={id} readOnly onFocus={activate} />
      </Pill.Group>
    </PillsInput>
  );
  const closed = closedField(() => setUsed(true));
  if (!isUsed) return closed;
  return (
    <PartBoundary fallback={closed} failure={(retry) => closedField(retry, common('fieldFailed'))}>
      <CategoriesInput {...sharedProps} autoFocus value={value} onChange={onChange} />
    </PartBoundary>
  );
}
