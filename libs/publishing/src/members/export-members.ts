import type { EntityManager } from 'typeorm';

/** A member as a row of an export. */
export interface ExportedMember {
  id: string;
  email: string;
  name: string | null;
  note: string | null;
  createdAt: Date;
  isComplimentary: boolean;
}

/** A member as JSON tells it. */
interface PageRow extends Omit<ExportedMember, 'createdAt'> {
  createdAt: string;
}

const PAGE_SIZE = 2_000;

/** All members in the order they came, page by page, so that no more than two pages are ever in memory. */
export async function* exportMembers(
  manager: EntityManager,
  { limit = Infinity }: { limit?: number } = {},
): AsyncGenerator<ExportedMember[]> {
  let left = limit;
  let reading = readPage(manager, '', Math.min(PAGE_SIZE, left));
  for (;;) {
    const members = await reading;
    left -= members.length;
    const isLast = members.length < PAGE_SIZE || left <= 0;
    if (!isLast) {
      // The database reads on while this page is written.
      reading = readPage(manager, members.at(-1)?.id ?? '', Math.min(PAGE_SIZE, left));
      // A failure is thrown where it is awaited; whoever stops listening before that need not hear of it.
      reading.catch(() => undefined);
    }
    if (members.length > 0) yield members;
    if (isLast) return;
  }
}

/** A page comes as one value: read row by row, the driver would take longer than the database. */
async function readPage(manager: EntityManager, after: string, limit: number): Promise<ExportedMember[]> {
  const [page] = await manager.query<{ members: PageRow[] }[]>(
    `select coalesce(json_agg(page), '[]') as members from (
       select m.id, m.email, m.name, m.note, m.created_at as "createdAt", exists (
         select 1 from publishing.member_subscriptions s
         where s.member_id = m.id and s.provider = 'complimentary' and s.status = 'active') as "isComplimentary"
       from publishing.members m where m.id > $1 order by m.id limit $2) page`,
    [after, limit],
  );
  return page?.members.map((member) => ({ ...member, createdAt: new Date(member.createdAt) })) ?? [];
}

/** Whether any member was given a plan, so that an export has something to say about it. */
export async function hasComplimentaryMembers(manager: EntityManager): Promise<boolean> {
  const [row] = await manager.query<{ has: boolean }[]>(
    `select exists (select 1 from publishing.member_subscriptions
       where provider = 'complimentary' and status = 'active') as has`,
  );
  return row?.has ?? false;
}
