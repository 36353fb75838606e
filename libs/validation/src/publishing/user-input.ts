/** A role as a caller names it. */
export interface RoleReference {
  id?: string;
  name?: string;
}

/** What a staff user may change; an absent property keeps what is stored. */
export interface UserInput {
  name?: string;
  slug?: string;
  email?: string;
  profileImage?: string | null;
  coverImage?: string | null;
  bio?: string | null;
  website?: string | null;
  location?: string | null;
  facebook?: string | null;
  twitter?: string | null;
  accessibility?: string | null;
  status?: string;
  metaTitle?: string | null;
  metaDescription?: string | null;
  tour?: string | null;
  roles?: RoleReference[];
}
