import type { SelectProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Activation, ClosedSelect } from './closed-select.tsx';
import { lazyPart, PartBoundary } from './lazy-part.tsx';

const Select = lazyPart(() => import('./select.tsx'));

interface Props extends Pick<
  SelectProps,
  'label' | 'description' | 'placeholder' | 'aria-label' | 'size' | 'w' | 'limit'
> {
  data: readonly { value: string; label: string }[];
  value: string | null;
  onChange: (value: string) => void;
}

/** A dropdown whose options can be searched. Its script loads when the user first focuses or clicks the field. */
export function DeferredSelect({ data, value, limit, onChange, ...props }: Props) {
  const t = useTranslations('common');
  const [activation, setActivation] = useState<Activation>();
  const label = data.find((entry) => entry.value === value)?.label ?? value ?? '';
  const closed = <ClosedSelect {...props} value={label} onActivate={setActivation} />;
  if (!activation) return closed;
  const failure = (retry: () => void) => {
    const reopen = (next: Activation): void => {
      setActivation(next);
      retry();
    };
    return <ClosedSelect {...props} value={label} error={t('fieldFailed')} onActivate={reopen} />;
  };
  return (
    <PartBoundary fallback={closed} failure={failure}>
      <Select
        {...props}
        data={data}
        value={value}
        onChange={(chosen) => typeof chosen === 'string' && onChange(chosen)}
        searchable
        allowDeselect={false}
        {...(limit && { limit })}
        autoFocus
        defaultDropdownOpened={activation === 'opened'}
      />
    </PartBoundary>
  );
}
