import type { MigrationInterface } from 'typeorm';

/** In the order they run; append only. */
export const calendarMigrations: (new () => MigrationInterface)[] = [];
