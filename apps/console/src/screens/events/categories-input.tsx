import { TagsInput, type TagsInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '../calendar/filter-queries.ts';

const MAX_CATEGORIES = 50;

/** A field for categories. The user types them or chooses those of other events. */
export default function CategoriesInput(props: TagsInputProps) {
  const { data: categories = [] } = useQuery(categoriesQuery);
  return <TagsInput {...props} data={categories.map(({ value }) => value)} maxTags={MAX_CATEGORIES} />;
}
