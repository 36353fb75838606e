/** The staff of the sample site, without its owner. */
export const seedAuthors = [
  {
    name: 'Mara Lindqvist',
    slug: 'mara',
    email: 'mara@harbour.example',
    role: 'Editor',
    bio: 'Tides, stars and garden walls.',
    location: 'Harbour',
  },
  {
    name: 'Tomás Rey',
    slug: 'tomas',
    email: 'tomas@harbour.example',
    role: 'Author',
    bio: 'Walks everywhere, writes about it.',
    location: 'Harbour',
  },
  {
    name: 'Inês Duarte',
    slug: 'ines',
    email: 'ines@harbour.example',
    role: 'Author',
    bio: 'The town, and what it eats.',
    location: 'Rope Street',
  },
] as const;

export const seedTags = [
  { name: 'Sea', slug: 'sea', description: 'Tides, boats and the people between them.' },
  { name: 'Town', slug: 'town', description: 'What happens on land.' },
  { name: 'Guides', slug: 'guides', description: 'How things are done.' },
  { name: 'Walks', slug: 'walks', description: 'On foot.' },
  { name: 'Garden', slug: 'garden', description: 'Behind the walls.' },
  { name: 'Sky', slug: 'sky', description: 'Birds by day, stars by night.' },
  { name: 'Food', slug: 'food', description: 'What the harbour eats.' },
];

export const seedPages = [
  {
    title: 'About',
    slug: 'about',
    html: '<p>The Harbour Almanac is a magazine and a calendar for a town that looks at the sea before it looks at the clock.</p>',
  },
  {
    title: 'Contact',
    slug: 'contact',
    html: '<p>Rope Street 4, up the stairs. Or write to <a href="mailto:desk@harbour.example">the desk</a>.</p>',
  },
  {
    title: 'Colophon',
    slug: 'colophon',
    html: '<p>Set, stored and served by Almanac. The pictures are made by a small program and belong to nobody.</p>',
  },
];

export const seedMembers = [
  { email: 'anna@readers.example', name: 'Anna Berg' },
  { email: 'bo@readers.example', name: 'Bo Lund', comped: true },
  { email: 'chiara@readers.example', name: 'Chiara Neri', note: 'Met at the pier, "counts swifts".' },
  { email: 'dmitri@readers.example' },
  { email: 'esra@readers.example', name: 'Esra Aydın', comped: true },
  { email: 'farid@readers.example', name: 'Farid' },
];

/** A setting of the sample site. */
export interface SeedSetting {
  key: string;
  value: string | null | object[];
}

export const seedSettings: SeedSetting[] = [
  { key: 'title', value: 'The Harbour Almanac' },
  { key: 'description', value: 'Tides, town and sky' },
  { key: 'facebook', value: null },
  { key: 'twitter', value: null },
  {
    key: 'navigation',
    value: [
      { label: 'Home', url: '/' },
      { label: 'Sea', url: '/tag/sea/' },
      { label: 'About', url: '/about/' },
    ],
  },
  { key: 'secondary_navigation', value: [{ label: 'Contact', url: '/contact/' }] },
];
