import { Box, type BoxProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import classes from './table.module.css';

type PropsOf<Name extends 'table' | 'th' | 'td'> = BoxProps & ComponentPropsWithoutRef<Name>;

interface TableProps extends PropsOf<'table'> {
  /** Highlights the row under the pointer; for tables whose rows contain a link to their item. */
  highlightOnHover?: boolean;
}

/** A table of plain HTML elements. The `Table` of Mantine would also load its scroll area: 18 kB of script, compressed with gzip. */
function TableRoot({ highlightOnHover, ...props }: TableProps) {
  return <Box component="table" {...props} className={classes['table']} mod={{ hover: highlightOnHover }} />;
}

const Th = (props: PropsOf<'th'>) => <Box component="th" scope="col" {...props} />;
const Td = (props: PropsOf<'td'>) => <Box component="td" {...props} />;

export const Table = Object.assign(TableRoot, { Th, Td });
