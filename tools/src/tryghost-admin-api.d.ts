// Types for Ghost's client of the Admin API, which has none: only for the parts that tools use.
declare module '@tryghost/admin-api' {
  type Resource = Record<string, unknown> & { id: string; slug: string; updated_at: string; status: string };
  interface ResourceApi {
    browse(options?: Record<string, unknown>): Promise<Resource[]>;
    read(identity: Record<string, unknown>, options?: Record<string, unknown>): Promise<Resource>;
    add(resource: Record<string, unknown>, options?: Record<string, unknown>): Promise<Resource>;
    edit(resource: Record<string, unknown>, options?: Record<string, unknown>): Promise<Resource>;
    delete(identity: Record<string, unknown>): Promise<void>;
  }
  class GhostAdminApi {
    constructor(options: { url: string; key: string; version: string });
    posts: ResourceApi;
    pages: ResourceApi;
    tags: ResourceApi;
    members: ResourceApi;
    webhooks: ResourceApi;
    images: {
      upload(image: { file: string; ref?: string; purpose?: string }): Promise<{ url: string; ref: string | null }>;
    };
  }
  export = GhostAdminApi;
}
