/** What a tag may be given; an absent property means "not sent". URLs may still be absolute. */
export interface TagInput {
  name?: string;
  slug?: string | null;
  description?: string | null;
  featureImage?: string | null;
  visibility?: string;
  metaTitle?: string | null;
  metaDescription?: string | null;
}
