import { Checkbox, Text } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { PostState } from './post-state.tsx';
import type { ListedPost, PostKind } from './posts-queries.ts';
import { Table } from '../../components/table.tsx';
import table from '../../components/table.module.css';
import classes from './posts.module.css';

interface Props {
  kind: PostKind;
  posts: readonly ListedPost[];
  /** The ids of the selected posts. */
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
}

/** The table of posts or pages. On a narrow screen, the status is below the title, and the columns after the title are hidden. */
export function PostTable({ kind, posts, selected, onSelect }: Props) {
  const t = useTranslations('posts');
  const count = posts.filter(({ id }) => selected.has(id)).length;
  const selectAll = (isChecked: boolean): void => onSelect(new Set(isChecked ? posts.map(({ id }) => id) : []));
  const select = (id: string, isChecked: boolean): void => {
    const ids = new Set(selected);
    if (isChecked) ids.add(id);
    else ids.delete(id);
    onSelect(ids);
  };
  return (
    <Table highlightOnHover aria-label={t(kind)}>
      <thead>
        <tr>
          <Table.Td w={36}>
            <Checkbox
              size="xs"
              aria-label={t('selectAll')}
              checked={count === posts.length}
              indeterminate={count > 0 && count < posts.length}
              onChange={({ currentTarget }) => selectAll(currentTarget.checked)}
            />
          </Table.Td>
          <Table.Th>{t('title')}</Table.Th>
          <Table.Th w="16%" visibleFrom="md">
            {t('authors')}
          </Table.Th>
          <Table.Th w="16%" visibleFrom="md">
            {t('tags')}
          </Table.Th>
          <Table.Th w={124} visibleFrom="sm">
            {t('visibility')}
          </Table.Th>
          <Table.Th w={232} visibleFrom="sm">
            {t('status')}
          </Table.Th>
        </tr>
      </thead>
      <tbody>
        {posts.map((post) => (
          <PostRow
            key={post.id}
            kind={kind}
            post={post}
            isSelected={selected.has(post.id)}
            onSelect={(isChecked) => select(post.id, isChecked)}
          />
        ))}
      </tbody>
    </Table>
  );
}

interface RowProps {
  kind: PostKind;
  post: ListedPost;
  isSelected: boolean;
  onSelect: (isChecked: boolean) => void;
}

function PostRow({ kind, post, isSelected, onSelect }: RowProps) {
  const t = useTranslations('posts');
  const title = post.title || t('untitled');
  return (
    <tr data-selected={isSelected || undefined}>
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={t('select', { title })}
          checked={isSelected}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td>
        <Link className={table['title']} to={`/${kind}/$id`} params={{ id: post.id }}>
          {title}
        </Link>
        {post.featured && (
          <IconStarFilled className={classes['star']} size={12} role="img" aria-label={t('featured')} />
        )}
        <Text size="xs" c="dimmed" hiddenFrom="sm" component="div">
          <PostState post={post} />
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="md" className={table['secondary']}>
        {namesOf(post.authors)}
      </Table.Td>
      <Table.Td visibleFrom="md" className={table['secondary']}>
        {namesOf(post.tags)}
      </Table.Td>
      <Table.Td visibleFrom="sm" className={table['secondary']}>
        {t(`visibilities.${post.visibility}`)}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <PostState post={post} />
      </Table.Td>
    </tr>
  );
}

const namesOf = (list: readonly { name: string }[] = []): string => list.map(({ name }) => name).join(', ');
