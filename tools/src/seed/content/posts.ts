/** A sample post. */
export interface SeedPost {
  title: string;
  slug: string;
  tags: string[];
  /** The e-mail address of the author. */
  author: string;
  html: string;
  /** How many days ago the post was published. Negative for a post that is scheduled for the future. */
  daysAgo: number;
  status?: 'published' | 'draft' | 'scheduled';
  visibility?: 'public' | 'members' | 'paid';
  featured?: boolean;
  customExcerpt?: string;
  metaDescription?: string;
}

const MARA = 'mara@harbour.example';
const TOMAS = 'tomas@harbour.example';
const INES = 'ines@harbour.example';

/** The posts of the sample site, a magazine of a harbour town. */
export const seedPosts: SeedPost[] = [
  {
    title: 'How to read a tide table',
    slug: 'how-to-read-a-tide-table',
    tags: ['Sea', 'Guides'],
    author: MARA,
    daysAgo: 2,
    featured: true,
    customExcerpt: 'Four columns, two highs, two lows, and the one number everybody overlooks.',
    metaDescription: 'A short guide to tide tables for people who walk the shore.',
    html: `<p>Every almanac of the coast opens with the same grid of small numbers. It looks like bookkeeping, and it is the most useful page you own.</p>
<h2>The four columns</h2><p>Date, time, height, and again time and height: two high waters and two low ones in a little less than twenty-five hours. The missing fifty minutes are the moon's.</p>
<blockquote>Read the height before the time. A late tide waits for you; a high one does not.</blockquote>
<h2>The number everybody overlooks</h2><p>Beside the heights stands the coefficient. Above 100 the sea goes further out than the paths on the map, and comes back <strong>faster than you walk</strong>. See also <a href="/walking-the-causeway/">walking the causeway</a>.</p><hr>`,
  },
  {
    title: 'Walking the causeway',
    slug: 'walking-the-causeway',
    tags: ['Sea', 'Walks'],
    author: TOMAS,
    daysAgo: 5,
    html: `<p>The causeway to the island is dry for three hours on each side of low water. That is the rule on the sign. The rule of the people who live there is two.</p><ul><li>Start on the falling tide, never on the rising one.</li><li>Leave a car on neither end.</li><li>Tell the lighthouse café; they count you back in.</li></ul><p>The stones date from 1720 and are slippery since then.</p>`,
  },
  {
    title: 'The lighthouse changes hands',
    slug: 'the-lighthouse-changes-hands',
    tags: ['Town'],
    author: INES,
    daysAgo: 8,
    featured: true,
    html: `<p>After thirty-one years Aurel Brandt gives the keys to his apprentice. There are eleven keys, and nobody remembers what two of them open.</p><p>“The lamp is a diode now,” he says, “but somebody still has to wash the glass.”</p>`,
  },
  {
    title: 'Bread at four in the morning',
    slug: 'bread-at-four-in-the-morning',
    tags: ['Town', 'Food'],
    author: INES,
    daysAgo: 12,
    html: `<p>We spent a night in the bakery on Rope Street. The oven is lit at two. By four there are six hundred loaves, by nine there are none.</p><p>The recipe has four ingredients, and one of them is patience.</p>`,
  },
  {
    title: 'A calendar for the garden wall',
    slug: 'a-calendar-for-the-garden-wall',
    tags: ['Garden', 'Guides'],
    author: MARA,
    daysAgo: 16,
    html: `<p>South walls keep a month of summer in their stones. What grows against them follows another calendar than the beds.</p><h3>March</h3><p>Peas, under glass.</p><h3>April</h3><p>Figs wake. Leave them alone.</p><h3>October</h3><p>The last tomatoes, and the first of the salt wind.</p>`,
  },
  {
    title: 'What the harbour master writes down',
    slug: 'what-the-harbour-master-writes-down',
    tags: ['Sea', 'Town'],
    author: TOMAS,
    daysAgo: 21,
    visibility: 'members',
    html: `<p>The log is a public book that nobody asks for. We asked.</p><p>Entries are terse: <em>07:10, wind W 5, the ferry sulks.</em> Between the arrivals stands a town's whole diary.</p><p>What follows are a hundred years of remarks, in the order in which they made us laugh.</p>`,
  },
  {
    title: 'Stars you can see from the pier',
    slug: 'stars-you-can-see-from-the-pier',
    tags: ['Sky', 'Guides'],
    author: MARA,
    daysAgo: 27,
    html: `<p>The pier's lamps go out at eleven, by a council decision of 1998 that is the best thing the council ever decided.</p><p>Face the open sea. The bright one to the left of the breakwater is Capella, and it never quite sets.</p>`,
  },
  {
    title: 'Mending nets, mending code',
    slug: 'mending-nets-mending-code',
    tags: ['Town'],
    author: TOMAS,
    daysAgo: 34,
    html: `<p>A net is repaired knot by knot, never replaced. Elena, who did both jobs, explains why she trusts software that is mended the same way.</p><pre><code>while (net.hasHole()) net.tieOne();</code></pre><p>“You look for the first broken knot,” she says. “The others come from it.”</p>`,
  },
  {
    title: 'The winter timetable, annotated',
    slug: 'the-winter-timetable-annotated',
    tags: ['Town', 'Guides'],
    author: INES,
    daysAgo: 41,
    visibility: 'paid',
    html: `<p>The ferry company prints when boats leave. We print whether they do.</p><p>Ten winters of departures, counted by hand from the café window, by wind and by weekday. Thursdays are cursed.</p>`,
  },
  {
    title: 'Soup for a north-easter',
    slug: 'soup-for-a-north-easter',
    tags: ['Food'],
    author: INES,
    daysAgo: 49,
    html: `<p>One leek, two potatoes, three kinds of fish, four hours in which you do not go out.</p><ol><li>Sweat the leek.</li><li>Add everything that does not swim.</li><li>Wait for the wind to turn; add what does.</li></ol>`,
  },
  {
    title: 'Counting the swifts',
    slug: 'counting-the-swifts',
    tags: ['Sky', 'Walks'],
    author: MARA,
    daysAgo: 60,
    html: `<p>They arrive on the eighth of May and leave on the second of August. This year the school counted two hundred and twelve nests, nineteen more than last.</p><p>If you find one on the ground, it cannot start by itself. Lift it on a flat hand.</p>`,
  },
  {
    title: 'Letters from the island',
    slug: 'letters-from-the-island',
    tags: ['Town', 'Walks'],
    author: TOMAS,
    daysAgo: 75,
    html: `<p>The island has nine inhabitants and a post office. We asked the nine to write to us. Eight did.</p><p>The ninth is the postman.</p>`,
  },
  {
    title: 'The next spring tide',
    slug: 'the-next-spring-tide',
    tags: ['Sea', '#planned'],
    author: MARA,
    daysAgo: -30,
    status: 'scheduled',
    html: `<p>The highest water of the season. This article publishes itself when its time has come.</p>`,
  },
  {
    title: 'Notes for the boat issue',
    slug: 'notes-for-the-boat-issue',
    tags: ['#planned'],
    author: TOMAS,
    daysAgo: 0,
    status: 'draft',
    html: `<p>Ask the yard about the varnish. Ask twice.</p>`,
  },
];
