/** A module that exports only `Select`, so that `lazy` does not load all of Mantine. */
export { Select as default } from '@mantine/core';
