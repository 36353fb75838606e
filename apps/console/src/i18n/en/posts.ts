export const posts = {
  posts: 'Posts',
  pages: 'Pages',
  new: '{kind, select, pages {New page} other {New post}}',
  untitled: '(Untitled)',
  searchLabel: 'Search the titles',
  title: 'Title',
  authors: 'Authors',
  tags: 'Tags',
  visibility: 'For',
  status: 'Status',
  featured: 'Featured',
  author: 'Author',
  tag: 'Tag',
  visibilityFilter: 'Visibility',
  anyStatus: 'Any status',
  anyAuthor: 'Any author',
  anyTag: 'Any tag',
  anyVisibility: 'Any visibility',
  featuredOrNot: 'Featured or not',
  defaultOrder: 'Usual order',
  statuses: { draft: 'Draft', scheduled: 'Scheduled', published: 'Published', sent: 'Sent by e-mail' },
  visibilities: { public: 'Public', members: 'Members', paid: 'Paying members' },
  orders: { newest: 'Newest first', oldest: 'Oldest first', edited: 'Last edited first', title: 'By title' },
  none: '{kind, select, pages {No pages yet} other {Nothing written yet}}',
  noneText:
    '{kind, select, pages {A page is for content without a date, such as “About us”.} other {Drafts, scheduled and published posts appear here.}}',
  noMatch: '{kind, select, pages {No page matches} other {No post matches}}',
  noMatchText: 'Nothing fits the search and the filters together.',
  selectAll: 'Select all shown',
  select: 'Select “{title}”',
  selection: 'Selection',
  selected: '{count, number} selected',
  clearSelection: 'Clear',
  actionsLabel: 'Actions',
  actions: {
    publish: 'Publish',
    schedule: 'Schedule',
    unpublish: 'Unpublish',
    addTag: 'Tag',
    access: 'Readers',
    feature: 'Feature',
    delete: 'Delete',
  },
  done: {
    publish:
      '{kind, select, pages {{count, plural, one {# page is} other {# pages are}}} other {{count, plural, one {# post is} other {# posts are}}}} published.',
    schedule:
      '{kind, select, pages {{count, plural, one {# page is} other {# pages are}}} other {{count, plural, one {# post is} other {# posts are}}}} scheduled.',
    unpublish:
      '{kind, select, pages {{count, plural, one {# page is a draft} other {# pages are drafts}}} other {{count, plural, one {# post is a draft} other {# posts are drafts}}}} again.',
    feature:
      '{kind, select, pages {{count, plural, one {# page is} other {# pages are}}} other {{count, plural, one {# post is} other {# posts are}}}} featured.',
    access:
      'Changed who can read {kind, select, pages {{count, plural, one {# page} other {# pages}}} other {{count, plural, one {# post} other {# posts}}}}.',
    addTag:
      'Tagged {kind, select, pages {{count, plural, one {# page} other {# pages}}} other {{count, plural, one {# post} other {# posts}}}}.',
    delete:
      '{kind, select, pages {{count, plural, one {# page is} other {# pages are}}} other {{count, plural, one {# post is} other {# posts are}}}} deleted.',
  },
  untouched: '{count, plural, one {One stayed as it was.} other {# stayed as they were.}}',
  undone: '{count, plural, one {Changed one back.} other {Changed # back.}}',
  undoFailed: 'That could not be undone',
  bulkFailed: 'The action failed',
  failuresTitle: '{count, plural, one {One was not changed} other {# were not changed}}',
  deleteTitle:
    'Delete {kind, select, pages {{count, plural, one {this page} other {# pages}}} other {{count, plural, one {this post} other {# posts}}}}?',
  deleteSubmit:
    'Delete {kind, select, pages {{count, plural, one {the page} other {# pages}}} other {{count, plural, one {the post} other {# posts}}}}',
  deleteText: 'This cannot be undone.',
  andMore: '… and {count, number} more',
  publishTitle: 'Publish {count, plural, one {the post} other {# posts}}?',
  publishAndMail: 'Publish and send',
  mailedText:
    '{count, plural, one {Members get this post by mail when it is} other {Members get these # posts by mail when they are}} published. A mail cannot be taken back.',
  scheduleTitle:
    'Publish {kind, select, pages {{count, plural, one {the page} other {# pages}}} other {{count, plural, one {the post} other {# posts}}}} later',
  scheduleTime: 'Publish at',
  scheduleZone: 'Time of the site: {zone}',
  tagTitle:
    'Tag {kind, select, pages {{count, plural, one {the page} other {# pages}}} other {{count, plural, one {the post} other {# posts}}}}',
  tagHelp: 'Choose tags, or type a new one and press Enter.',
  tagSubmit: 'Add the tags',
  accessTitle:
    'Who can read {kind, select, pages {{count, plural, one {the page} other {# pages}}} other {{count, plural, one {the post} other {# posts}}}}',
  accessLabel: 'Readers',
  accessSubmit: 'Save',
};
