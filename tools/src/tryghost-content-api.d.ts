// Types for Ghost's client of the Content API, which has none in this version: only for the parts that tools use.
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
