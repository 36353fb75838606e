import type { SelectProps } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { ClosedSelect, type Use } from './closed-select.tsx';

const Select = lazy(() => import('./select.tsx'));

interface Props extends Pick<
  SelectProps,
  'label' | 'description' | 'placeholder' | 'aria-label' | 'size' | 'w' | 'limit'
> {
  data: readonly { value: string; label: string }[];
  value: string | null;
  onChange: (value: string) => void;
}

/** A choice from a list that can be searched. The script of the dropdown is loaded with its first use. */
export function DeferredSelect({ data, value, limit, onChange, ...props }: Props) {
  const [use, setUse] = useState<Use>();
  const label = data.find((entry) => entry.value === value)?.label ?? value ?? '';
  const closed = <ClosedSelect {...props} value={label} onUse={setUse} />;
  if (!use) return closed;
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
        defaultDropdownOpened={use === 'opened'}
      />
    </Suspense>
  );
}
