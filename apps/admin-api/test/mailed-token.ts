import { type MailPayload, type MailTemplate, openMail } from '@almanac/outbox';
import { type AdminApiUnderTest, ENCRYPTION_KEY, SITE_URL } from './admin-api';
import type { ApiResponse } from './caller';

/** The requested mails, newest last. */
export async function mailsOf(api: AdminApiUnderTest): Promise<ReturnType<typeof openMail>[]> {
  const rows = await api.dataSource.query<{ payload: MailPayload }[]>(
    `select payload from publishing.outbox where event = 'mail.requested' order by position`,
  );
  return rows.map(({ payload }) => openMail(payload, ENCRYPTION_KEY));
}

/** The token in the link of the newest mail with a template to an address. */
export async function tokenMailed(api: AdminApiUnderTest, template: MailTemplate, to: string): Promise<string> {
  const mails = (await mailsOf(api)).filter((mail) => mail.template === template && mail.to === to);
  const link = String(Object(mails.at(-1)?.values).url);
  return /#([\w-]+)$/.exec(link)?.[1] ?? '';
}

/** Sends the form of the page that a mailed link opens. @param link its path */
export async function confirmLink(
  { app }: AdminApiUnderTest,
  link: string,
): Promise<{ status: number; headers: ApiResponse['headers'] }> {
  const action = new URL(link, SITE_URL).searchParams.get('action') ?? '';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await app.inject({ method: 'POST', url: link, headers, payload: `action=${action}` });
  return { status: response.statusCode, headers: response.headers };
}
