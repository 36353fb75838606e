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

const PAGE_SIZE = 200;

interface Row {
  id: string;
  email: string;
  name: string | null;
  note: string | null;
  created_at: Date;
  is_complimentary: boolean;
}

/** All members in the order they came, page by page, so that only one page is ever in memory. */
export async function* exportMembers(
  manager: EntityManager,
  { limit = Infinity }: { limit?: number } = {},
): AsyncGenerator<ExportedMember[]> {
  let after = '';
  for (let left = limit; left > 0; left -= PAGE_SIZE) {
    const rows: Row[] = await manager.query(
      `select m.id, m.email, m.name, m.note, m.created_at, exists (
         select 1 from publishing.member_subscriptions s
         where s.member_id = m.id and s.provider = 'complimentary' and s.status = 'active') as is_complimentary
       from publishing.members m where m.id > $1 order by m.id limit $2`,
      [after, Math.min(PAGE_SIZE, left)],
    );
    if (rows.length > 0) yield rows.map(exported);
    if (rows.length < PAGE_SIZE) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/** Whether any member was given a plan, so that an export has something to say about it. */
export async function hasComplimentaryMembers(manager: EntityManager): Promise<boolean> {
  const [row] = await manager.query<{ has: boolean }[]>(
    `select exists (select 1 from publishing.member_subscriptions
       where provider = 'complimentary' and status = 'active') as has`,
  );
  return row?.has ?? false;
}

function exported({ created_at: createdAt, is_complimentary: isComplimentary, ...row }: Row): ExportedMember {
  return { ...row, createdAt, isComplimentary };
}
