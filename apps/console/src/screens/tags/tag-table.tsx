import { Anchor, ColorSwatch, Group, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { Tag } from './tags-queries.ts';
import table from '../../components/table.module.css';

export function TagTable({ tags }: { tags: readonly Tag[] }) {
  const t = useTranslations('tags');
  return (
    <Table className={table['table']} highlightOnHover verticalSpacing={7} aria-label={t('title')}>
      <Table.Thead>
        <Table.Tr>
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
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tags.map((tag) => (
          <TagRow key={tag.id} tag={tag} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function TagRow({ tag: { name, slug, description, accent_color: colour, count } }: { tag: Tag }) {
  const t = useTranslations('tags');
  const format = useFormatter();
  const posts = count?.posts ?? 0;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <Link className={table['title']} to="." search={(before: object) => ({ ...before, open: slug })}>
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
    </Table.Tr>
  );
}
