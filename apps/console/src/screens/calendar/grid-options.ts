import { type CalendarOptions, joinClassNames } from '@fullcalendar/react';
import interactionPlugin from '@fullcalendar/react/interaction';
import '@fullcalendar/react/skeleton.css';
import classicThemePlugin from '@fullcalendar/react/themes/classic';
import '@fullcalendar/react/themes/classic/theme.css';
import timeGridPlugin from '@fullcalendar/react/timegrid';
import { DEFAULT_DURATION_MS } from './grid-events.ts';
import classes from './week-grid.module.css';
import itemClasses from './item.module.css';

const TIME = { hour: '2-digit', minute: '2-digit' } as const;

/** The options of FullCalendar that do not depend on the state of the screen. */
export const GRID_OPTIONS: CalendarOptions = {
  plugins: [timeGridPlugin, interactionPlugin, classicThemePlugin],
  headerToolbar: false,
  height: '100%',
  // Posts have no end. With this duration, FullCalendar draws them high enough for their title.
  defaultTimedEventDuration: { milliseconds: DEFAULT_DURATION_MS },
  slotDuration: '00:30:00',
  snapDuration: '00:15:00',
  scrollTime: '07:00:00',
  slotEventOverlap: false,
  dayMaxEvents: true,
  nowIndicator: true,
  selectable: true,
  selectMirror: true,
  eventInteractive: true,
  // In px; WCAG 2.5.8 requires targets of at least 24 px.
  eventMinHeight: 24,
  eventTimeFormat: TIME,
  slotHeaderFormat: TIME,
  eventClass: itemClasses['item'],
  dayHeaderInnerClass: ({ isToday }) => joinClassNames(classes['weekday'], isToday && classes['currentDay']),
  slotHeaderInnerClass: classes['hour'],
  allDayHeaderInnerClass: classes['hour'],
};
