import type { MigrationInterface, QueryRunner } from 'typeorm';

/** All columns are nullable or have a constant default, so that PostgreSQL does not rewrite a table. */
const COLUMNS = `
  alter table publishing.posts add column email_only boolean not null default false;
  alter table publishing.posts_meta add column feature_image_alt text, add column feature_image_caption text;
  alter table publishing.tags
    add column og_image text, add column og_title text, add column og_description text,
    add column twitter_image text, add column twitter_title text, add column twitter_description text,
    add column codeinjection_head text, add column codeinjection_foot text,
    add column canonical_url text, add column accent_color text;
`;

/** The columns of posts by which they are counted. */
const COUNTED_COLUMNS = 'type, status, visibility, featured';

/** SQL: the status of a post in counts and listings, in which a published post with `email_only` has the status `sent`. */
const listedStatus = (alias: string): string =>
  `case when ${alias}.status = 'published' and ${alias}.email_only then 'sent' else ${alias}.status end`;

/** SQL: the rows of transition tables. `sign` is 1 for added and -1 for removed rows; `status` is the SQL expression of the status. */
const signedRows = (tables: readonly [table: string, sign: 1 | -1][], status: string): string =>
  tables
    .map(([table, sign]) => `select p.type, ${status}, p.visibility, p.featured, ${sign} as sign from ${table} p`)
    .join(' union all ');

const countSite = (tables: readonly [table: string, sign: 1 | -1][], status: string): string => `
  insert into publishing.kept_counts (owner_type, ${COUNTED_COLUMNS}, n)
  select 'site', ${COUNTED_COLUMNS}, sum(sign) from (${signedRows(tables, `${status} as status`)}) changed
  group by ${COUNTED_COLUMNS} having sum(sign) <> 0;`;

const countPosts = (status: string): string => `
  create or replace function publishing.count_posts() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then ${countSite([['new_rows', 1]], status)}
    elsif tg_op = 'DELETE' then ${countSite([['old_rows', -1]], status)}
    else
      ${countSite(
        [
          ['old_rows', -1],
          ['new_rows', 1],
        ],
        status,
      )}
      update publishing.post_listings l
      set type = p.type, status = ${status}, visibility = p.visibility, featured = p.featured, published_at = p.published_at
      from new_rows p where l.post_id = p.id
        and (l.type, l.status, l.visibility, l.featured, l.published_at)
          is distinct from (p.type, ${status}, p.visibility, p.featured, p.published_at);
    end if;
    return null;
  end $$;`;

const listLinks = (name: string, ownerType: string, column: string, status: string): string => `
  create or replace function publishing.${name}() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' then
      delete from publishing.post_listings l using old_rows link
      where l.post_id = link.post_id and l.owner_type = '${ownerType}' and l.owner_id = link.${column};
    end if;
    if tg_op <> 'DELETE' then
      insert into publishing.post_listings (post_id, owner_type, owner_id, is_primary, ${COUNTED_COLUMNS}, published_at)
      select p.id, '${ownerType}', link.${column}, link.sort_order = 0, p.type, ${status}, p.visibility, p.featured, p.published_at
      from new_rows link join publishing.posts p on p.id = link.post_id for share of p;
    end if;
    return null;
  end $$;`;

const functionsWith = (status: string): string =>
  countPosts(status) +
  listLinks('list_tags', 'tag', 'tag_id', status) +
  listLinks('list_authors', 'author', 'author_id', status);

/**
 * Adds fields that clients of Ghost 4 to 6 use: alternative text and caption of feature images, whether a post is sent by e-mail only, and
 * texts of tags for search engines and social networks. In counts and listings, a published post with `email_only` has the status `sent`.
 */
export class AddFieldsOfVersion51760000110000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS + functionsWith(listedStatus('p')));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update publishing.posts set email_only = false where email_only;
      -- Runs the deferred triggers now: PostgreSQL cannot alter a table with pending trigger events.
      set constraints all immediate;
      ${functionsWith('p.status')}
      alter table publishing.tags
        drop column og_image, drop column og_title, drop column og_description,
        drop column twitter_image, drop column twitter_title, drop column twitter_description,
        drop column codeinjection_head, drop column codeinjection_foot, drop column canonical_url, drop column accent_color;
      alter table publishing.posts_meta drop column feature_image_alt, drop column feature_image_caption;
      alter table publishing.posts drop column email_only;
    `);
  }
}
