import type { Messages } from '../en/index.ts';

export const newsletter: Messages['newsletter'] = {
  newsletter: 'Newsletter',
  where: 'Wo es erscheint',
  destination: {
    site: 'Auf der Website',
    siteAndMail: 'Auf der Website und per E-Mail an Mitglieder',
    mail: 'Nur per E-Mail an Mitglieder',
  },
  noMailServer: 'Es ist kein Mailserver eingerichtet',
  noMailServerText:
    'Die E-Mails warten und werden nach einem Tag aufgegeben. Wer diese Installation betreibt, kann SMTP_URL setzen; das Betriebshandbuch erklärt es.',
  audience: 'Wer es bekommt',
  plan: {
    all: 'Alle Abonnenten',
    free: 'Abonnenten mit kostenlosem Abo',
    paid: 'Abonnenten mit bezahltem oder geschenktem Abo',
    other: 'Eine Auswahl, die ein anderes Programm getroffen hat',
  },
  labels: 'Mit einem Etikett',
  labelsHelp: 'Nur Mitglieder mit einem dieser Etiketten. Ohne Auswahl spielen Etiketten keine Rolle.',
  recipients:
    '{count, plural, =0 {Niemand bekäme es jetzt.} one {Ein Mitglied bekäme es jetzt.} other {# Mitglieder bekämen es jetzt.}}',
  notCounted: 'Die Empfänger konnten nicht gezählt werden: {reason}',
  subject: 'Betreff der E-Mail',
  previewAndTest: 'Vorschau und Testmail',
  previewTitle: 'Die E-Mail',
  closePreview: 'Vorschau schließen',
  previewAs: 'Gezeigt wie für',
  reader: { paid: 'Bezahltes oder geschenktes Abo', free: 'Kostenloses Abo' },
  previewFrame: 'Vorschau der E-Mail',
  subjectLine: 'Betreff: {subject}',
  testAddress: 'Adresse für eine Testmail',
  sendTest: 'Testmail senden',
  testSent: 'Die Testmail ist unterwegs an {address}.',
  publishAndSend:
    'Veröffentlichen und{count, plural, =-1 {} =0 { an niemanden} one { an ein Mitglied} other { an # Mitglieder}} senden',
  send: '{count, plural, =-1 {Senden} =0 {An niemanden senden} one {An ein Mitglied senden} other {An # Mitglieder senden}}',
  mailedBefore:
    'Dieser Beitrag hat schon einen Newsletter, angelegt am {at}. Ein Beitrag wird nur einmal verschickt, also nicht noch einmal.',
  status: {
    pending: 'Der Newsletter wird gleich verschickt',
    submitting: 'Der Newsletter wird verschickt',
    submitted: 'Der Newsletter wurde verschickt: {at}',
    paused: 'Der Newsletter ist angehalten',
    cancelled: 'Der Newsletter wurde abgebrochen',
    failed: 'Das Verschicken des Newsletters ist fehlgeschlagen',
  },
  progress: 'Verschickt',
  progressFailed: 'Fehlgeschlagen',
  counts: 'Verschickt an {sent, number} von {recipients, plural, one {einem Mitglied} other {# Mitgliedern}}.',
  failedCount: '{count, plural, one {Eine E-Mail schlug} other {# E-Mails schlugen}} fehl.',
  skippedCount:
    '{count, plural, one {Ein Mitglied wurde} other {# Mitglieder wurden}} ausgelassen, z. B. nach einer Abmeldung.',
  problem: {
    waits: 'Gerade kommt keine E-Mail durch. Es wird weiter versucht',
    failed: 'Das Verschicken wurde aufgegeben. Der letzte Fehler:',
    lastError: 'Der letzte Fehler',
  },
  operation: {
    pause: 'Anhalten',
    resume: 'Fortsetzen',
    cancel: 'Den Rest abbrechen',
    retry: 'Vorübergehende Fehler noch einmal versuchen',
  },
  cancelAll: 'Nicht senden',
  cancelTitle: 'Diesen Newsletter abbrechen?',
  cancelText:
    'Die Mitglieder, an die er noch nicht verschickt wurde, bekommen diesen Beitrag nie per E-Mail: Ein Beitrag wird nur einmal verschickt. Das lässt sich nicht rückgängig machen.',
  cancelAction: 'Keine weiteren E-Mails senden',
  showFailed: 'Wer es nicht bekommen hat',
  hideFailed: 'Ausblenden, wer es nicht bekommen hat',
  member: 'Mitglied',
  reason: 'Grund',
  deletedMember: 'Ein gelöschtes Mitglied',
  moreFailed: '{count, plural, one {# weitere E-Mail schlug} other {# weitere E-Mails schlugen}} fehl.',
};
