import type { Messages } from '../en/index.ts';

export const posts: Messages['posts'] = {
  posts: 'Beiträge',
  pages: 'Seiten',
  new: '{kind, select, pages {Neue Seite} other {Neuer Beitrag}}',
  untitled: '(ohne Titel)',
  searchLabel: 'In Titeln suchen',
  title: 'Titel',
  authors: 'Autoren',
  tags: 'Schlagwörter',
  /** The head of a column. */
  visibility: 'Für',
  status: 'Status',
  featured: 'Hervorgehoben',
  author: 'Autor',
  tag: 'Schlagwort',
  visibilityFilter: 'Sichtbarkeit',
  anyStatus: 'Jeder Status',
  anyAuthor: 'Alle Autoren',
  anyTag: 'Alle Schlagwörter',
  anyVisibility: 'Jede Sichtbarkeit',
  featuredOrNot: 'Hervorgehoben?',
  defaultOrder: 'Übliche Reihenfolge',
  statuses: { draft: 'Entwurf', scheduled: 'Geplant', published: 'Veröffentlicht', sent: 'Per E-Mail gesendet' },
  visibilities: { public: 'Öffentlich', members: 'Mitglieder', paid: 'Zahlende Mitglieder' },
  orders: {
    newest: 'Neueste zuerst',
    oldest: 'Älteste zuerst',
    edited: 'Zuletzt bearbeitete zuerst',
    title: 'Nach Titel',
  },
  none: '{kind, select, pages {Noch keine Seiten} other {Noch nichts geschrieben}}',
  noneText:
    '{kind, select, pages {Eine Seite ist für Inhalte ohne Datum, etwa „Über uns“.} other {Entwürfe, geplante und veröffentlichte Beiträge erscheinen hier.}}',
  noMatch: '{kind, select, pages {Keine Seite passt} other {Kein Beitrag passt}}',
  noMatchText: 'Nichts passt zugleich zur Suche und zu den Filtern.',
  selectAll: 'Alle angezeigten auswählen',
  select: '„{title}“ auswählen',
  selection: 'Auswahl',
  selected: '{count, number} ausgewählt',
  clearSelection: 'Aufheben',
  actionsLabel: 'Aktionen',
  actions: {
    publish: 'Veröffentlichen',
    schedule: 'Planen',
    unpublish: 'Zurückziehen',
    addTag: 'Verschlagworten',
    access: 'Leser',
    feature: 'Hervorheben',
    delete: 'Löschen',
  },
  done: {
    publish:
      '{kind, select, pages {{count, plural, one {# Seite ist} other {# Seiten sind}}} other {{count, plural, one {# Beitrag ist} other {# Beiträge sind}}}} veröffentlicht.',
    schedule:
      '{kind, select, pages {{count, plural, one {# Seite ist} other {# Seiten sind}}} other {{count, plural, one {# Beitrag ist} other {# Beiträge sind}}}} geplant.',
    unpublish:
      '{kind, select, pages {{count, plural, one {# Seite ist wieder ein Entwurf} other {# Seiten sind wieder Entwürfe}}} other {{count, plural, one {# Beitrag ist wieder ein Entwurf} other {# Beiträge sind wieder Entwürfe}}}}.',
    feature:
      '{kind, select, pages {{count, plural, one {# Seite ist} other {# Seiten sind}}} other {{count, plural, one {# Beitrag ist} other {# Beiträge sind}}}} hervorgehoben.',
    access:
      'Geändert, wer lesen darf: {kind, select, pages {{count, plural, one {# Seite} other {# Seiten}}} other {{count, plural, one {# Beitrag} other {# Beiträge}}}}.',
    addTag:
      'Verschlagwortet: {kind, select, pages {{count, plural, one {# Seite} other {# Seiten}}} other {{count, plural, one {# Beitrag} other {# Beiträge}}}}.',
    delete:
      '{kind, select, pages {{count, plural, one {# Seite ist} other {# Seiten sind}}} other {{count, plural, one {# Beitrag ist} other {# Beiträge sind}}}} gelöscht.',
  },
  untouched: '{count, plural, one {Bei einem blieb alles, wie es war.} other {Bei # blieb alles, wie es war.}}',
  undone: '{count, plural, one {Eines ist wieder wie vorher.} other {# sind wieder wie vorher.}}',
  undoFailed: 'Das ließ sich nicht rückgängig machen',
  bulkFailed: 'Die Aktion ist fehlgeschlagen',
  failuresTitle: '{count, plural, one {Eines wurde nicht geändert} other {# wurden nicht geändert}}',
  deleteTitle:
    '{kind, select, pages {{count, plural, one {Diese Seite} other {# Seiten}}} other {{count, plural, one {Diesen Beitrag} other {# Beiträge}}}} löschen?',
  deleteSubmit:
    '{kind, select, pages {{count, plural, one {Seite} other {# Seiten}}} other {{count, plural, one {Beitrag} other {# Beiträge}}}} löschen',
  deleteText: 'Das lässt sich nicht rückgängig machen.',
  andMore: '… und {count, number} weitere',
  publishTitle: '{count, plural, one {Den Beitrag} other {# Beiträge}} veröffentlichen?',
  publishAndMail: 'Veröffentlichen und senden',
  mailedText:
    '{count, plural, one {Diesen Beitrag bekommen die Mitglieder} other {Diese # Beiträge bekommen die Mitglieder}} bei der Veröffentlichung per E-Mail. Eine E-Mail lässt sich nicht zurückholen.',
  scheduleTitle:
    '{kind, select, pages {{count, plural, one {Seite} other {# Seiten}}} other {{count, plural, one {Beitrag} other {# Beiträge}}}} später veröffentlichen',
  scheduleTime: 'Veröffentlichen am',
  scheduleZone: 'Zeit der Website: {zone}',
  tagTitle:
    '{kind, select, pages {{count, plural, one {Seite} other {# Seiten}}} other {{count, plural, one {Beitrag} other {# Beiträge}}}} verschlagworten',
  tagHelp: 'Wählen Sie Schlagwörter, oder tippen Sie ein neues und drücken Sie die Eingabetaste.',
  tagSubmit: 'Schlagwörter hinzufügen',
  accessTitle:
    'Wer {kind, select, pages {{count, plural, one {die Seite} other {# Seiten}}} other {{count, plural, one {den Beitrag} other {# Beiträge}}}} lesen darf',
  accessLabel: 'Leser',
  accessSubmit: 'Speichern',
};
