declare namespace App {
  interface Locals {
    /** The settings of the site, read once for each page. */
    settings: import('./lib/content.ts').Settings;
    /** The signed-in member of the request; undefined for other visitors. */
    member: import('./lib/members.ts').Member | undefined;
    /** The member's token for the Content API. It never leaves the server. */
    memberToken: string | undefined;
    /** The lifetime of the page in the page cache. Set by pages whose content changes without a webhook to this site. */
    maxAgeMs: number | undefined;
  }
}
