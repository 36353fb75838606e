/** What anybody may see of an author: never the e-mail, the state of the account or when it was last used. */
export const publicUserColumns = [
  'id',
  'name',
  'slug',
  'profile_image',
  'cover_image',
  'bio',
  'website',
  'location',
  'facebook',
  'twitter',
  'meta_title',
  'meta_description',
];

/** What staff may see of each other: all but the password. */
export const userColumns = [
  ...publicUserColumns,
  'email',
  'accessibility',
  'status',
  'locale',
  'visibility',
  'tour',
  'last_seen',
  'created_at',
  'updated_at',
  'created_by',
  'updated_by',
];

export const roleColumns = ['id', 'name', 'description', 'created_at', 'updated_at'];
