import { TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import classes from './colour-field.module.css';

interface Props {
  label: string;
  description?: string;
  /** `#rrggbb`; without `isRequired` also `#rgb`, or empty for no colour. */
  value: string;
  isRequired?: boolean;
  onChange: (value: string) => void;
}

const HEX_COLOUR = /^#[0-9a-f]{6}$/i;
/** The picker shows this colour if the field contains no colour with six digits: `<input type="color">` accepts only `#rrggbb`. */
const PICKER_DEFAULT = '#000000';

/** A field for a colour, which the user types or chooses with the colour picker of the browser. */
export function ColourField({ label, description, value, isRequired = false, onChange }: Props) {
  const t = useTranslations('common');
  return (
    <TextInput
      label={label}
      description={description}
      placeholder="#0f6157"
      maxLength={7}
      pattern={isRequired ? '#[0-9A-Fa-f]{6}' : '#([0-9A-Fa-f]{3}){1,2}'}
      required={isRequired}
      title={t('colourExample')}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      leftSectionPointerEvents="all"
      leftSection={
        <input
          type="color"
          className={classes['picker']}
          data-empty={value === '' || undefined}
          aria-label={t('colourPick')}
          value={HEX_COLOUR.test(value) ? value : PICKER_DEFAULT}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      }
    />
  );
}
