/** A module that contains only this component, so that `lazy` does not load all of Mantine. */
export { Select as default } from '@mantine/core';
