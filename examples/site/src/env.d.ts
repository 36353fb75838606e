declare namespace App {
  interface Locals {
    /** The settings of the site, read once for each page. */
    settings: import('./lib/content.ts').Settings;
    /** The signed-in member of the request; undefined for other visitors. */
    member: import('./lib/members.ts').Member | undefined;
    /** The member's token for the Content API. It never leaves the server. */
    memberToken: string | undefined;
    /** How long the page may be kept; a page sets it if its changes send no webhook. */
    maxAgeMs: number | undefined;
  }
}
