import { InternalServerError, NoPermissionError } from '@almanac/errors';
import { relativeSetting } from '@almanac/publishing';
import type { OnProgress } from '../progress';
import { type GhostClient, recordIn } from './ghost-client';
import type { SiteState } from './site-state';
import { recordsIn, type SourceRecord, type SourceResource, sourceResources } from './site-rows';

/** Statuses with which Ghost responds if its version or settings do not have a resource, or the admin key may not read it. */
const UNAVAILABLE_STATUSES: ReadonlySet<number> = new Set([400, 403, 404, 422, 501]);
/** The resources without which there is no import. */
const requiredResources: ReadonlySet<string> = new Set(['posts', 'pages', 'tags', 'users']);

interface ReadOptions {
  client: GhostClient;
  state: SiteState;
  siteUrl: string;
  onProgress: OnProgress;
}

/** Reads the staff, tags, posts, pages, members and settings that the state does not have yet, and adds them to the state. */
export async function readSite(options: ReadOptions): Promise<void> {
  for (const resource of sourceResources) await readResource(resource, options);
  await readSettings(options);
}

async function readResource(
  resource: SourceResource,
  { client, state, siteUrl, onProgress }: ReadOptions,
): Promise<void> {
  const { name, path, query, pageSize, rowsOf } = resource;
  let { lastId, records, isDone } = state.stateOf(name);
  let total: number | undefined;
  while (!isDone) {
    const filter: Record<string, string> = lastId === null ? {} : { filter: `id:>'${lastId}'` };
    const paging = { limit: String(pageSize), order: 'id asc', ...filter };
    const { status, body } = await client.get(path, { ...query, ...paging });
    if (status !== 200) return warnOrThrow(resource, status, body, state);
    const page = recordsIn(body, name);
    const lastIdOfPage = lastIdOf(page, lastId, name);
    records += page.length;
    total ??= records - page.length + totalOf(body);
    isDone = page.length < pageSize;
    lastId = lastIdOfPage;
    await state.add(
      name,
      { lastId, records, isDone },
      page.map((record) => rowsOf(record, siteUrl)),
    );
    onProgress({ step: `get ${name}`, rows: records, total });
  }
}

/** Reads the settings, which are not a list with pages of results. Integrations of Ghost 3 and 4 may not read them. */
async function readSettings({ client, state, siteUrl }: ReadOptions): Promise<void> {
  if (state.stateOf('settings').isDone) return;
  const { status, body } = await client.get('settings/', {});
  if (status !== 200) await state.warn(`The site does not give its settings to an integration (status ${status}).`);
  const settings = status === 200 ? recordsIn(body, 'settings') : [];
  const rows = settings.map(({ key, value }) => ({ key, value: relativeSetting(String(key), value, siteUrl) }));
  await state.add('settings', { lastId: null, records: rows.length, isDone: true }, [{ settings: rows }]);
}

/** Adds a warning about an unavailable resource. @throws NoPermissionError for a required resource, and for an unexpected status */
async function warnOrThrow({ name }: SourceResource, status: number, body: unknown, state: SiteState): Promise<void> {
  if (requiredResources.has(name) || !UNAVAILABLE_STATUSES.has(status)) {
    const [error] = recordsIn(body, 'errors');
    throw new NoPermissionError(`The site does not give its ${name} (status ${status}).`, {
      context: typeof error?.message === 'string' ? error.message : undefined,
      help: 'Use the admin key of a custom integration.',
    });
  }
  await state.warn(`The site does not give its ${name} (status ${status}).`);
}

/** The number of records that match the filter; 0 if the body does not contain it. */
function totalOf(body: unknown): number {
  const total = recordIn(recordIn(body, 'meta'), 'pagination')?.total;
  return typeof total === 'number' ? total : 0;
}

/**
 * The id of the last record of a page of results; the next page begins after this id.
 * @throws InternalServerError when the site ignores the filter `id:>`, because the run would never end
 */
function lastIdOf(page: readonly SourceRecord[], lastId: string | null, name: string): string | null {
  const ids = page.map(({ id }) => String(id));
  if (lastId !== null && ids.some((id) => id <= lastId)) {
    throw new InternalServerError(`The site repeats ${name} that were read already.`);
  }
  return ids.at(-1) ?? lastId;
}
