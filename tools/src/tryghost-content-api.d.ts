// The official client's own types are not published for this version; this names the part of it that is used here.
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
