/** What anybody may see of a tag. */
export const publicTagColumns = [
  'id',
  'name',
  'slug',
  'description',
  'feature_image',
  'visibility',
  'meta_title',
  'meta_description',
];

export const tagColumns = [...publicTagColumns, 'created_at', 'updated_at'];
