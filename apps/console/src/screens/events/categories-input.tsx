import { TagsInput, type TagsInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '../calendar/filter-queries.ts';

/** The limit of the calendar API for one event. */
const MAX_CATEGORIES = 50;

/** A field for categories. The user types a category, or chooses one of the categories that events use most. */
export default function CategoriesInput(props: TagsInputProps) {
  const { data: categories = [] } = useQuery(categoriesQuery);
  return <TagsInput {...props} data={categories.map(({ value }) => value)} maxTags={MAX_CATEGORIES} />;
}
