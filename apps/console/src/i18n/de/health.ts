import type { Messages } from '../en/index.ts';

export const health: Messages['health'] = {
  title: 'Zustand',
  duePublish: 'Fällig und nicht veröffentlicht',
  dueUnpublish: 'Fällig und nicht zurückgezogen',
  outbox: 'Weiterzugebende Änderungen',
  deliveries: 'Fällige Webhook-Anfragen',
  mails: 'Zu sendende E-Mails',
  nothingWaits: 'Nichts wartet',
  oldest: 'Die älteste wartet seit {duration}',
  lateness: 'Verspätung der letzten sechs Stunden',
  nothingPublished: 'In dieser Zeit war nichts fällig.',
  latenessSummary:
    '{count, plural, one {# Beitrag oder eine Seite erschien} other {# Beiträge und Seiten erschienen}}, am spätesten {seconds} s nach der Zeit.',
  latenessPlot: 'Verspätung in Abschnitten von fünf Minuten',
  latenessPoint: '{time}: {count}, im Mittel {mean} s zu spät, höchstens {max} s',
  webhooks: 'Webhooks, die fehlschlagen',
  webhooksWork: 'Alle Webhooks erreichen ihre Empfänger.',
  webhookDisabled: 'Abgeschaltet',
  webhookFails: 'Schlägt fehl',
  since: 'seit {when}',
  failedMails: 'E-Mails, die in den letzten 24 Stunden aufgegeben wurden',
  failedMailCount: '{count, plural, =0 {Keine.} one {# E-Mail.} other {# E-Mails.}}',
  newsletters: 'Newsletter der letzten sieben Tage',
  newslettersSending:
    '{count, plural, =0 {Keiner wird gerade verschickt.} one {Einer wird gerade verschickt.} other {# werden gerade verschickt.}}',
  newslettersWork: 'Keine E-Mail schlug fehl.',
  newsletterStatus: {
    pending: 'Wartet',
    submitting: 'Wird verschickt',
    submitted: 'Verschickt',
    paused: 'Angehalten',
    cancelled: 'Abgebrochen',
    failed: 'Aufgegeben',
  },
  newsletterCounts: '{sent, number} von {recipients, number} verschickt, {failed, number} fehlgeschlagen',
  version: 'Almanac {version}.',
  migrated: 'Die Datenbank hat die Form dieser Version.',
  pendingMigrations:
    '{count, plural, one {# Migration fehlt} other {# Migrationen fehlen}}: Führen Sie almanac migrate aus.',
};
