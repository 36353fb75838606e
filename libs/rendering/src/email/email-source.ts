/** The post of a mail. URLs are absolute, except in `html` and `featureImageCaption`. */
export interface EmailPost {
  title: string;
  /** Contains relative URLs, the paywall, the cards for mails, and the blocks that only some audiences may read. */
  html: string;
  url: string;
  /** False for a post by e-mail only, which has no page to link to. */
  isOnSite: boolean;
  /** Whether only paying members may read the post. Free members then get the part before its paywall, if it has one. */
  isForPaying: boolean;
  subject: string;
  excerpt: string | null;
  publishedAt: Date | null;
  featureImage: string | null;
  featureImageAlt: string | null;
  /** Inline html. */
  featureImageCaption: string | null;
  authors: readonly string[];
}

/** The site of a mail. */
export interface EmailSite {
  /** Without a trailing slash. */
  url: string;
  title: string;
  /** The name of the newsletter. If it is null, the mail shows the title of the site instead. */
  newsletter: string | null;
  logo: string | null;
  /** A hexadecimal colour, e.g. `#15171a`. */
  accentColor: string | null;
  /** A language tag, e.g. `de-AT`. */
  language: string;
  /** An IANA name, e.g. `Europe/Vienna`. */
  timezone: string;
}

/** The content of the mail of a post. */
export interface EmailSource {
  post: EmailPost;
  site: EmailSite;
}

/** The html body and the plaintext body of a mail; with placeholders until `personalize` has replaced them. */
export interface EmailBody {
  html: string;
  text: string;
}

/** The mail of a post for free and for paying members. */
export interface RenderedEmail {
  subject: string;
  /** Null for a post for paying members that has no paywall. */
  free: EmailBody | null;
  paid: EmailBody;
}
