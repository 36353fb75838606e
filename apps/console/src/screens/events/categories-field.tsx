import { TextInput } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';

const CategoriesInput = lazy(() => import('./categories-input.tsx'));

interface Props {
  value: string[];
  onChange: (value: string[]) => void;
}

/** The categories of an event. The script of the field is loaded with its first use, or for categories that exist. */
export function CategoriesField({ value, onChange }: Props) {
  const t = useTranslations('events');
  const [isUsed, setUsed] = useState(false);
  const shared = { label: t('categories'), description: t('categoriesHelp') };
  const empty = <TextInput {...shared} readOnly onFocus={() => setUsed(true)} />;
  if (!isUsed && value.length === 0) return empty;
  return (
    <Suspense fallback={empty}>
      <CategoriesInput {...shared} autoFocus={isUsed} value={value} onChange={onChange} />
    </Suspense>
  );
}
