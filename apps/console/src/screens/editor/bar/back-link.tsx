import { Button, Text } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import classes from './bar.module.css';
import type { PostType } from '../model/fields.ts';

/** A link to the list of posts or pages. */
export function BackLink({ type }: { type: PostType }) {
  const t = useTranslations('navigation');
  const to = type === 'posts' ? '/posts' : '/pages';
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-md"
      aria-label={t(type)}
      classNames={{ root: classes['back'] ?? '', section: classes['backIcon'] ?? '' }}
      leftSection={<IconChevronLeft size={16} aria-hidden />}
      renderRoot={(props) => <Link {...props} to={to} />}
    >
      <Text component="span" inherit visibleFrom="sm">
        {t(type)}
      </Text>
    </Button>
  );
}
