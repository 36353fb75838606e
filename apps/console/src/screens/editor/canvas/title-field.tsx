import { Textarea } from '@mantine/core';
import { type KeyboardEvent, type Ref } from 'react';
import { useTranslations } from 'use-intl';
import classes from './canvas.module.css';

interface Props {
  value: string;
  ref: Ref<HTMLTextAreaElement>;
  onChange: (title: string) => void;
  /**
   * Called with `insert` after Enter, which inserts a paragraph at the top of a body that is not empty; with `move` after Tab, or after
   * Arrow Down at the end of the title.
   * @returns whether the cursor is in the body now
   */
  onLeave: (how: 'insert' | 'move') => boolean;
}

/** The title of the post or page. Enter, Tab, and Arrow Down at the end of the title move the cursor to the body. */
export function TitleField({ value, ref, onChange, onLeave }: Props) {
  const t = useTranslations('editor');
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { key, currentTarget, nativeEvent } = event;
    if (nativeEvent.isComposing || event.shiftKey || event.metaKey || event.ctrlKey || event.altKey) return;
    const isAtEnd = currentTarget.selectionStart === currentTarget.value.length;
    if (key === 'Enter') {
      onLeave('insert');
      event.preventDefault();
    } else if (key === 'Tab' || (key === 'ArrowDown' && isAtEnd)) {
      if (onLeave('move')) event.preventDefault();
    }
  };
  return (
    <Textarea
      ref={ref}
      variant="unstyled"
      autosize
      minRows={1}
      maxLength={255}
      classNames={{ input: classes['title'] ?? '' }}
      aria-label={t('title')}
      placeholder={t('titlePlaceholder')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\s*\n\s*/g, ' '))}
      onKeyDown={onKeyDown}
    />
  );
}
