import { Anchor, ColorSwatch, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { Tag } from './tags-queries.ts';
import { Table } from '../../components/table.tsx';
import table from '../../components/table.module.css';

export function TagTable({ tags }: { tags: readonly Tag[] }) {
  const t = useTranslations('tags');
  return (
    <Table highlightOnHover aria-label={t('title')}>
      <thead>
        <tr>
          <Table.Th>{t('name')}</Table.Th>
          <Table.Th w="24%" visibleFrom="md">
            {t('slug')}
          </Table.Th>
          <Table.Th w="34%" visibleFrom="sm">
            {t('description')}
          </Table.Th>
          <Table.Th w={96} ta="right">
            {t('posts')}
          </Table.Th>
        </tr>
      </thead>
      <tbody>
        {tags.map((tag) => (
          <TagRow key={tag.id} tag={tag} />
        ))}
      </tbody>
    </Table>
  );
}

function TagRow({ tag: { name, slug, description, accent_color: colour, count } }: { tag: Tag }) {
  const t = useTranslations('tags');
  const format = useFormatter();
  const posts = count?.posts ?? 0;
  return (
    <tr>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <Link
            className={table['title']}
            to="."
            search={(before: object) => ({ ...before, open: slug })}
            resetScroll={false}
          >
            {name}
          </Link>
          {colour && <ColorSwatch color={colour} size={12} aria-hidden />}
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="md" className={table['secondary']}>
        {slug}
      </Table.Td>
      <Table.Td visibleFrom="sm" className={table['secondary']}>
        {description}
      </Table.Td>
      <Table.Td ta="right">
        <Anchor
          size="sm"
          c="inherit"
          aria-label={t('postsOf', { count: posts, name })}
          renderRoot={(props) => <Link {...props} to="/posts" search={{ tag: slug }} />}
        >
          {format.number(posts)}
        </Anchor>
      </Table.Td>
    </tr>
  );
}
