// This version of the official client has no types; these are the parts that we use.
declare module '@tryghost/content-api' {
  interface ReadApi {
    read(identity: Record<string, unknown>, options?: Record<string, unknown>): Promise<Record<string, unknown>>;
  }
  class GhostContentApi {
    constructor(options: { url: string; key: string; version: string });
    posts: ReadApi;
  }
  export = GhostContentApi;
}
