/** Every entity of the calendar schema. */
export const calendarEntities: (new () => object)[] = [];
