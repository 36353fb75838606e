interface GhostResource {
  browse(options?: Record<string, unknown>): Promise<Record<string, unknown>[] & { meta: { pagination: unknown } }>;
  read(data: Record<string, unknown>, options?: Record<string, unknown>): Promise<Record<string, unknown>>;
  add(data: Record<string, unknown>, options?: Record<string, unknown>): Promise<Record<string, unknown>>;
  edit(data: Record<string, unknown>, options?: Record<string, unknown>): Promise<Record<string, unknown>>;
  delete(data: Record<string, unknown>): Promise<unknown>;
}

/** What the official client of the Admin API is, whichever its version. */
interface GhostAdminClient {
  posts: GhostResource;
  pages: GhostResource;
  tags: GhostResource;
  users: GhostResource;
  members: GhostResource;
  webhooks: GhostResource;
  images: { upload(data: { file: string; ref?: string; purpose?: string }): Promise<Record<string, unknown>> };
  site: { read(): Promise<Record<string, unknown>> };
  config: { read(): Promise<Record<string, unknown>> };
}

type GhostAdminClientConstructor = new (options: { url: string; key: string; version: string }) => GhostAdminClient;

declare module 'ghost-admin-api-newest' {
  const Client: GhostAdminClientConstructor;
  export default Client;
}
declare module 'ghost-admin-api-1.0' {
  const Client: GhostAdminClientConstructor;
  export default Client;
}
declare module 'ghost-admin-api-1.4' {
  const Client: GhostAdminClientConstructor;
  export default Client;
}
