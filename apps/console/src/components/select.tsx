import { Select as MantineSelect, type SelectProps } from '@mantine/core';

/** A module with only `Select`, so that its import does not load all of Mantine. */
export default function Select(props: SelectProps) {
  return <MantineSelect {...props} />;
}
