import { useMediaQuery } from '@mantine/hooks';
import { NARROW_SCREEN } from '../use-calendar-state.ts';
import { MonthGrid, type MonthProps } from './month-grid.tsx';
import { PhoneMonth } from './phone-month.tsx';

/** The month. A wide screen shows the titles of the items. A narrow screen shows marks instead, and below them the items of one day. */
export function MonthView({ isLoading, ...props }: MonthProps & { isLoading: boolean }) {
  const isNarrow = useMediaQuery(NARROW_SCREEN, undefined, { getInitialValueInEffect: false });
  if (!isNarrow) return <MonthGrid {...props} />;
  const { date, from, timeZone, items, onOpen, onDateChange } = props;
  return (
    <PhoneMonth
      date={date}
      from={from}
      timeZone={timeZone}
      items={items}
      isLoading={isLoading}
      onOpen={onOpen}
      onDateChange={onDateChange}
    />
  );
}
