import type { Messages } from '../en/index.ts';

export const tags: Messages['tags'] = {
  title: 'Schlagwörter',
  new: 'Neues Schlagwort',
  edit: 'Schlagwort bearbeiten',
  searchLabel: 'In Namen suchen',
  kind: 'Art',
  anyKind: 'Öffentlich und intern',
  kinds: { public: 'Öffentlich', internal: 'Intern (mit #)' },
  byName: 'Nach Namen',
  orders: { posts: 'Häufigste zuerst', newest: 'Neueste zuerst' },
  name: 'Name',
  nameHelp: 'Beginnt der Name mit #, ist das Schlagwort intern: Es hat keine Seite auf der Website.',
  slug: 'Adresse',
  slugHelp:
    'Der letzte Teil der Adresse. Bei einem neuen Schlagwort darf er leer bleiben: Er entsteht dann aus dem Namen.',
  description: 'Beschreibung',
  posts: 'Beiträge',
  postsOf: '{count, plural, one {# Beitrag} other {# Beiträge}} mit dem Schlagwort {name}',
  accent: 'Akzentfarbe',
  image: 'Bild',
  saved: 'Das Schlagwort „{name}“ ist gespeichert.',
  none: 'Noch keine Schlagwörter',
  noneText: 'Schlagwörter ordnen Beiträge nach Themen. Ein Beitrag kann mehrere haben.',
  noMatch: 'Kein Schlagwort passt',
  delete: 'Schlagwort löschen',
  deleteTitle: 'Schlagwort „{name}“ löschen?',
  deleteText:
    '{count, plural, =0 {Kein Beitrag hat es. Seiten, die es haben, verlieren es.} one {Ein Beitrag verliert es und bleibt sonst, wie er ist. Auch Seiten verlieren es.} other {# Beiträge verlieren es und bleiben sonst, wie sie sind. Auch Seiten verlieren es.}} Das lässt sich nicht rückgängig machen.',
  deleted: 'Das Schlagwort „{name}“ ist gelöscht.',
};
