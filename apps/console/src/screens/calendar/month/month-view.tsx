import { useMediaQuery } from '@mantine/hooks';
import { NARROW } from '../use-calendar-state.ts';
import { MonthGrid, type MonthProps } from './month-grid.tsx';
import { PhoneMonth } from './phone-month.tsx';

/** The month with titles; on a narrow screen with marks, and the entries of one day below it. */
export function MonthView({ isLoading, ...props }: MonthProps & { isLoading: boolean }) {
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  if (!isNarrow) return <MonthGrid {...props} />;
  const { date, from, timeZone, items, onOpen, onDate } = props;
  return (
    <PhoneMonth
      date={date}
      from={from}
      timeZone={timeZone}
      items={items}
      isLoading={isLoading}
      onOpen={onOpen}
      onDate={onDate}
    />
  );
}
