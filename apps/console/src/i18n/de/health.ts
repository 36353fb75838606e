import type { Messages } from '../en/index.ts';

export const health: Messages['health'] = {
  title: 'Zustand',
  duePublish: 'Fällig und nicht veröffentlicht',
  dueUnpublish: 'Fällig und nicht zurückgezogen',
  outbox: 'Wartende Ereignisse in der Outbox',
  deliveries: 'Fällige Webhook-Zustellungen',
  mails: 'Zu sendende E-Mails (ohne Newsletter)',
  nothingWaits: 'Nichts wartet',
  oldest: 'Längste Wartezeit: {duration}',
  lateness: 'Verspätung in den letzten sechs Stunden',
  nothingDue:
    'In diesen Stunden wurde kein geplanter Beitrag und keine geplante Seite veröffentlicht oder zurückgezogen.',
  latenessSummary:
    '{count, plural, one {# Beitrag oder Seite wurde} other {# Beiträge und Seiten wurden}} veröffentlicht oder zurückgezogen, höchstens {seconds} s zu spät.',
  latenessPlot: 'Verspätung in Abschnitten von fünf Minuten',
  latenessPoint:
    '{time}: {count, plural, one {# Beitrag oder Seite} other {# Beiträge und Seiten}}, im Mittel {mean} s zu spät, höchstens {max} s',
  webhooks: 'Fehlschlagende Webhooks',
  noFailingWebhooks: 'Kein Webhook schlägt fehl.',
  webhookDisabled: 'Abgeschaltet',
  webhookFails: 'Schlägt fehl',
  since: 'seit {when}',
  failedMails: 'E-Mails, die in den letzten 24 Stunden fehlschlugen (ohne Newsletter)',
  failedMailCount: '{count, plural, =0 {Keine.} one {# E-Mail.} other {# E-Mails.}}',
  newsletters: 'Newsletter der letzten sieben Tage',
  newslettersSending:
    '{count, plural, =0 {Keiner wird gerade verschickt.} one {Einer wird gerade verschickt.} other {# werden gerade verschickt.}}',
  noFailedNewsletters: 'Kein Newsletter schlug fehl.',
  newsletterStatus: {
    pending: 'Wartet',
    submitting: 'Wird verschickt',
    submitted: 'Verschickt',
    paused: 'Angehalten',
    cancelled: 'Abgebrochen',
    failed: 'Fehlgeschlagen',
  },
  newsletterCounts: '{sent, number} von {recipients, number} verschickt, {failed, number} fehlgeschlagen',
  version: 'Almanac {version}.',
  migrated: 'Es fehlt keine Migration der Datenbank.',
  pendingMigrations:
    '{count, plural, one {# Migration der Datenbank fehlt} other {# Migrationen der Datenbank fehlen}}: Führen Sie almanac migrate aus.',
};
