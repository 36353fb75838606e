interface OfficialClientList extends Array<Record<string, unknown>> {
  meta: {
    pagination: {
      page: number;
      limit: number | 'all';
      pages: number;
      total: number;
      next: number | null;
      prev: number | null;
    };
  };
}

type OfficialClientParameters = Record<string, string | number | string[]>;

interface OfficialClientResource {
  browse(parameters?: OfficialClientParameters, memberToken?: string): Promise<OfficialClientList>;
  read(
    by: { id?: string; slug?: string },
    parameters?: OfficialClientParameters,
    memberToken?: string,
  ): Promise<Record<string, unknown>>;
}

/** What every version of the client offers; it ships without types. */
interface OfficialClient {
  posts: OfficialClientResource;
  pages: OfficialClientResource;
  tags: OfficialClientResource;
  authors: OfficialClientResource;
  settings: { browse(): Promise<Record<string, unknown>> };
}

type OfficialClientClass = new (options: { url: string; key?: string; version: string }) => OfficialClient;

declare module '@tryghost/content-api' {
  const Client: OfficialClientClass;
  export = Client;
}

declare module '@tryghost/content-api-1.4' {
  const Client: OfficialClientClass;
  export = Client;
}

declare module '@tryghost/content-api-1.5' {
  const Client: OfficialClientClass;
  export = Client;
}
