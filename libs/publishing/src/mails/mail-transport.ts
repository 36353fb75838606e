import type { EntityManager } from 'typeorm';

/** The transport of mails; empty if the worker has no mail server. */
export type MailTransport = 'SMTP' | 'SES' | '';

const TRANSPORTS: readonly MailTransport[] = ['SMTP', 'SES', ''];

/** The transport that a worker recorded last; SMTP if no worker has recorded its transport. */
export async function readMailTransport(manager: EntityManager): Promise<MailTransport> {
  const [row] = await manager.query<{ name: string }[]>('select name from publishing.mail_transport');
  return TRANSPORTS.find((name) => name === row?.name) ?? 'SMTP';
}

/** Records the transport of this worker. */
export async function recordMailTransport(manager: EntityManager, name: MailTransport): Promise<void> {
  await manager.query(
    `insert into publishing.mail_transport (name) values ($1)
     on conflict (is_only_row) do update set name = excluded.name, recorded_at = now()`,
    [name],
  );
}
