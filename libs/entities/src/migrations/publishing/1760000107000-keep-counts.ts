import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = `
  create table publishing.post_listings (
    post_id text not null,
    owner_type text not null check (owner_type in ('tag', 'author')),
    owner_id text not null,
    is_primary boolean not null,
    type text not null,
    status text not null,
    status_rank smallint not null
      generated always as (case status when 'scheduled' then 1 when 'draft' then 2 else 3 end) stored,
    visibility text not null,
    featured boolean not null,
    published_at timestamptz,
    listed_at timestamptz generated always as (case when status <> 'draft' then published_at end) stored
  );
  create table publishing.kept_counts (
    id bigint generated always as identity primary key,
    owner_type text not null check (owner_type in ('site', 'tag', 'author', 'members')),
    owner_id text not null default '',
    is_primary boolean,
    type text,
    status text,
    visibility text,
    featured boolean,
    n bigint not null,
    is_folded boolean not null default false
  );
`;

/** Created after the tables are filled, because that is several times faster than filling tables with indexes. */
const INDEXES = `
  alter table publishing.post_listings add primary key (post_id, owner_type, owner_id);
  create index post_listings_in_order on publishing.post_listings
    (owner_type, owner_id, type, status_rank nulls first, listed_at desc nulls last, post_id);
  create index post_listings_featured on publishing.post_listings
    (owner_type, owner_id, type, status_rank nulls first, listed_at desc nulls last, post_id) where featured;
  create index post_listings_gated on publishing.post_listings
    (owner_type, owner_id, type, visibility, status_rank nulls first, listed_at desc nulls last, post_id)
    where visibility <> 'public';
  create index kept_counts_owner on publishing.kept_counts (owner_type, owner_id)
    include (type, status, visibility, featured, is_primary, n);
  create index kept_counts_unfolded on publishing.kept_counts (id) where not is_folded;
  analyze publishing.post_listings;
  analyze publishing.kept_counts;
`;

/** The columns of posts by which they are counted. */
const COUNTED_COLUMNS = 'type, status, visibility, featured';
const LISTING_COLUMNS = `owner_type, owner_id, is_primary, ${COUNTED_COLUMNS}`;

/** SQL: the rows of transition tables. `sign` is 1 for added and -1 for removed rows. */
const signedRows = (columns: string, tables: readonly [table: string, sign: 1 | -1][]): string =>
  tables.map(([table, sign]) => `select ${columns}, ${sign} as sign from ${table}`).join(' union all ');

/** SQL: inserts the changes of the counts of posts. An edit that changes no counted column inserts nothing, because its sums are 0. */
const countSite = (tables: readonly [table: string, sign: 1 | -1][]): string => `
  insert into publishing.kept_counts (owner_type, ${COUNTED_COLUMNS}, n)
  select 'site', ${COUNTED_COLUMNS}, sum(sign) from (${signedRows(COUNTED_COLUMNS, tables)}) changed
  group by ${COUNTED_COLUMNS} having sum(sign) <> 0;`;

/** SQL: inserts the changes of the counts of each tag and author. */
const countListings = (tables: readonly [table: string, sign: 1 | -1][]): string => `
  insert into publishing.kept_counts (${LISTING_COLUMNS}, n)
  select ${LISTING_COLUMNS}, sum(sign) from (${signedRows(LISTING_COLUMNS, tables)}) changed
  group by ${LISTING_COLUMNS} having sum(sign) <> 0;`;

const ON_POSTS = `
  create function publishing.count_posts() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then ${countSite([['new_rows', 1]])}
    elsif tg_op = 'DELETE' then ${countSite([['old_rows', -1]])}
    else
      ${countSite([
        ['old_rows', -1],
        ['new_rows', 1],
      ])}
      update publishing.post_listings l
      set type = p.type, status = p.status, visibility = p.visibility, featured = p.featured, published_at = p.published_at
      from new_rows p where l.post_id = p.id
        and (l.type, l.status, l.visibility, l.featured, l.published_at)
          is distinct from (p.type, p.status, p.visibility, p.featured, p.published_at);
    end if;
    return null;
  end $$;
  create function publishing.count_listings() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then ${countListings([['new_rows', 1]])}
    elsif tg_op = 'DELETE' then ${countListings([['old_rows', -1]])}
    else ${countListings([
      ['old_rows', -1],
      ['new_rows', 1],
    ])}
    end if;
    return null;
  end $$;
`;

/**
 * SQL: inserts listings with the columns of their posts. `for share` locks the posts. A concurrent edit either commits before the lock, and
 * this statement reads its values, or it waits, and then its trigger updates the listing.
 * @param rows the transition table with rows of `posts_tags` or `posts_authors`
 * @param ownerType `tag` or `author`
 * @param column the column with the id of the tag or author
 */
const listLinks = (rows: string, ownerType: string, column: string): string => `
  insert into publishing.post_listings (post_id, owner_type, owner_id, is_primary, ${COUNTED_COLUMNS}, published_at)
  select p.id, '${ownerType}', link.${column}, link.sort_order = 0, p.type, p.status, p.visibility, p.featured, p.published_at
  from ${rows} link join publishing.posts p on p.id = link.post_id for share of p;`;

const onLinks = (name: string, ownerType: string, column: string): string => `
  create function publishing.${name}() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' then
      delete from publishing.post_listings l using old_rows link
      where l.post_id = link.post_id and l.owner_type = '${ownerType}' and l.owner_id = link.${column};
    end if;
    if tg_op <> 'DELETE' then ${listLinks('new_rows', ownerType, column)}
    end if;
    return null;
  end $$;`;

/** Counts every member as `free`. The triggers of `ON_SUBSCRIPTIONS` move those with a paying subscription to `paid`. */
const ON_MEMBERS = `
  create function publishing.count_members() returns trigger language plpgsql as $$
  declare
    changed bigint;
  begin
    if tg_op = 'INSERT' then select count(*) into changed from new_rows;
    else select -count(*) into changed from old_rows;
    end if;
    if changed <> 0 then
      insert into publishing.kept_counts (owner_type, status, n) values ('members', 'free', changed);
    end if;
    return null;
  end $$;
`;

const PAYING = `status in ('active', 'trialing', 'past_due')`;

/**
 * SQL: counts the members who begin to pay minus those who stop; a member with any paying subscription pays. `now` is the number of paying
 * subscriptions of a member, and `now - added` their number before the change. The first statement locks the rows of the members, in the
 * order of their ids. So of two transactions that change the subscriptions of one member, the second one sees the changes of the first.
 */
const countPaying = (tables: readonly [table: string, sign: 1 | -1][]): string => `
  perform 1 from publishing.members m
    where m.id in (${tables.map(([table]) => `select member_id from ${table}`).join(' union ')}) order by m.id for no key update;
  select sum((now > 0)::int - (now > added)::int) into changed from (
    select sum(changes.added) as added,
      (select count(*) from publishing.member_subscriptions s where s.member_id = changes.member_id and ${PAYING}) as now
    from (${tables.map(([table, sign]) => `select member_id, (${PAYING})::int * ${sign} as added from ${table}`).join(' union all ')}) changes
    group by changes.member_id
  ) member;`;

/** `forget_paying_members` runs after TRUNCATE of the subscriptions: then every member is free. */
const ON_SUBSCRIPTIONS = `
  create function publishing.count_paying_members() returns trigger language plpgsql as $$
  declare
    changed bigint;
  begin
    if tg_op = 'INSERT' then ${countPaying([['new_rows', 1]])}
    elsif tg_op = 'DELETE' then ${countPaying([['old_rows', -1]])}
    else ${countPaying([
      ['old_rows', -1],
      ['new_rows', 1],
    ])}
    end if;
    if changed <> 0 then
      insert into publishing.kept_counts (owner_type, status, n) values ('members', 'paid', changed), ('members', 'free', -changed);
    end if;
    return null;
  end $$;
  create function publishing.forget_paying_members() returns trigger language plpgsql as $$
  begin
    delete from publishing.kept_counts where owner_type = 'members';
    insert into publishing.kept_counts (owner_type, status, n)
      select 'members', 'free', count(*) from publishing.members having count(*) > 0;
    return null;
  end $$;
`;

/** Removes the counts after TRUNCATE, which does not run the triggers of DELETE. */
const ON_TRUNCATE = `
  create function publishing.forget_counts() returns trigger language plpgsql as $$
  begin
    -- The listings are deleted first, because their trigger inserts a count for the deleted rows.
    delete from publishing.post_listings where owner_type = tg_argv[0];
    delete from publishing.kept_counts where owner_type = tg_argv[0];
    return null;
  end $$;`;

/** The triggers and their functions. `ownerType`: the `owner_type` of the counts that TRUNCATE removes. `operations`: all when absent. */
const triggers: readonly [table: string, functionName: string, ownerType?: string, operations?: string[]][] = [
  ['posts', 'count_posts', 'site'],
  ['posts_tags', 'list_tags', 'tag'],
  ['posts_authors', 'list_authors', 'author'],
  ['post_listings', 'count_listings'],
  ['members', 'count_members', 'members', ['insert', 'delete']],
  ['member_subscriptions', 'count_paying_members'],
];

/** The transition tables of each operation. */
const referencing: Record<string, string> = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
};

const triggerSql = triggers.flatMap(([table, functionName, ownerType, operations = ['insert', 'update', 'delete']]) => [
  ...operations.map(
    (operation) => `create trigger ${functionName}_on_${operation} after ${operation} on publishing.${table}
      referencing ${referencing[operation]} for each statement execute function publishing.${functionName}();`,
  ),
  ...(ownerType
    ? [
        `create trigger ${functionName}_on_truncate after truncate on publishing.${table}
          for each statement execute function publishing.forget_counts('${ownerType}');`,
      ]
    : []),
]);

const FILL = `
  insert into publishing.kept_counts (owner_type, ${COUNTED_COLUMNS}, n, is_folded)
    select 'site', ${COUNTED_COLUMNS}, count(*), true from publishing.posts group by ${COUNTED_COLUMNS};
  insert into publishing.kept_counts (owner_type, status, n, is_folded)
    select 'members', status, count(*), true from (
      select case when exists (select 1 from publishing.member_subscriptions s where s.member_id = m.id and ${PAYING})
        then 'paid' else 'free' end as status from publishing.members m
    ) member group by status;
  insert into publishing.post_listings (post_id, owner_type, owner_id, is_primary, ${COUNTED_COLUMNS}, published_at)
    select p.id, link.owner_type, link.owner_id, link.sort_order = 0, p.type, p.status, p.visibility, p.featured, p.published_at
    from (
      select post_id, 'tag' as owner_type, tag_id as owner_id, sort_order from publishing.posts_tags
      union all
      select post_id, 'author', author_id, sort_order from publishing.posts_authors
    ) link join publishing.posts p on p.id = link.post_id;
  insert into publishing.kept_counts (${LISTING_COLUMNS}, n, is_folded)
    select ${LISTING_COLUMNS}, count(*), true from publishing.post_listings group by ${LISTING_COLUMNS};
`;

/**
 * Maintains data for lists: the numbers of posts by status, visibility, tag and author, the numbers of members, and the posts of each
 * tag and author in order (listings). Triggers insert changes of the numbers as new rows of `kept_counts`, so that writers do not
 * wait for each other. A count (of the site, of one tag or author, or of the members) is the sum of `n` over its rows. The worker merges
 * (folds) many rows into fewer rows.
 *
 * While this migration fills the tables, writers wait and readers do not: about a minute for a million posts.
 */
export class KeepCounts1760000107000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(ON_POSTS);
    await runner.query(onLinks('list_tags', 'tag', 'tag_id'));
    await runner.query(onLinks('list_authors', 'author', 'author_id'));
    await runner.query(ON_MEMBERS + ON_SUBSCRIPTIONS + ON_TRUNCATE);
    // Keeps writers out until all existing rows are counted.
    await runner.query(
      'lock table publishing.posts, publishing.posts_tags, publishing.posts_authors, publishing.members, publishing.member_subscriptions in share row exclusive mode',
    );
    await runner.query(FILL);
    await runner.query(INDEXES);
    await runner.query(triggerSql.join('\n'));
    await runner.query(`
      create trigger forget_paying_members after truncate on publishing.member_subscriptions
        for each statement execute function publishing.forget_paying_members();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function publishing.count_posts() cascade;
      drop function publishing.list_tags() cascade;
      drop function publishing.list_authors() cascade;
      drop function publishing.count_members() cascade;
      drop function publishing.count_paying_members() cascade;
      drop function publishing.forget_paying_members() cascade;
      drop function publishing.forget_counts() cascade;
      drop table publishing.kept_counts, publishing.post_listings;
      drop function publishing.count_listings();
    `);
  }
}
