import type { MigrationInterface } from 'typeorm';
import { CreateAccounts1760100000000 } from './1760100000000-create-accounts';
import { CreateEvents1760100001000 } from './1760100001000-create-events';
import { CreateCalendarOutbox1760100002000 } from './1760100002000-create-outbox';
import { CompleteCalendarFacts1760100003000 } from './1760100003000-complete-calendar-facts';
import { AddFootprints1760100004000 } from './1760100004000-add-footprints';
import { CoverOpenSeries1760100005000 } from './1760100005000-cover-open-series';
import { FindCancelledEvents1760100006000 } from './1760100006000-find-cancelled-events';
import { AnnounceOutboxWithoutLock1760100106000 } from './1760100106000-announce-outbox-without-lock';
import { DateUsernameClaims1760100106100 } from './1760100106100-date-username-claims';
import { AddCalendarTraceParent1760100109000 } from './1760100109000-add-calendar-trace-parent';
import { CreateOccurrenceOverrides1760100120000 } from './1760100120000-create-occurrence-overrides';
import { AddSearchDocument1760100120100 } from './1760100120100-add-search-document';
import { IndexSearchDocuments1760100120200 } from './1760100120200-index-search-documents';
import { CreateRedeemedTickets1760100130000 } from './1760100130000-create-redeemed-tickets';
import { AddEventUid1760100140000 } from './1760100140000-add-event-uid';
import { IndexEventUids1760100140100 } from './1760100140100-index-event-uids';
import { CreatePersonalFeeds1760100140200 } from './1760100140200-create-personal-feeds';
import { CreateRsvp1760100150000 } from './1760100150000-create-rsvp';

/** The migrations in the order in which they run. New ones are appended. */
export const calendarMigrations: (new () => MigrationInterface)[] = [
  CreateAccounts1760100000000,
  CreateEvents1760100001000,
  CreateCalendarOutbox1760100002000,
  // "Facts" is the former name of outbox events, "footprint" that of the time index. The names of migrations cannot change.
  CompleteCalendarFacts1760100003000,
  AddFootprints1760100004000,
  // Adds columns to two indexes, so that they are covering indexes for series whose occurrences are not all stored.
  CoverOpenSeries1760100005000,
  // Creates an index.
  FindCancelledEvents1760100006000,
  AnnounceOutboxWithoutLock1760100106000,
  // Adds the time of creation to the usernames that are reserved for e-mail addresses.
  DateUsernameClaims1760100106100,
  AddCalendarTraceParent1760100109000,
  CreateOccurrenceOverrides1760100120000,
  AddSearchDocument1760100120100,
  IndexSearchDocuments1760100120200,
  CreateRedeemedTickets1760100130000,
  AddEventUid1760100140000,
  IndexEventUids1760100140100,
  CreatePersonalFeeds1760100140200,
  CreateRsvp1760100150000,
];
