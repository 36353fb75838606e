import type { SelectProps } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { type Activation, ClosedSelect } from './closed-select.tsx';

const Select = lazy(() => import('./select.tsx'));

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
  const [activation, setActivation] = useState<Activation>();
  const label = data.find((entry) => entry.value === value)?.label ?? value ?? '';
  const closed = <ClosedSelect {...props} value={label} onActivate={setActivation} />;
  if (!activation) return closed;
  return (
    <Suspense fallback={closed}>
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
    </Suspense>
  );
}
