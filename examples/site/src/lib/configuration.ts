function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing.`);
  return value;
}

const origin = (name: string): string => required(name).replace(/\/+$/, '');

/** The environment of the site. URLs have no slash at the end. */
export const configuration = {
  /** The address of the site for readers. */
  siteUrl: origin('SITE_URL'),
  /** Addresses of the services for this server; behind one edge all three are SITE_URL. */
  contentApiUrl: origin('CONTENT_API_URL'),
  membersUrl: origin('MEMBERS_URL'),
  calendarUrl: origin('CALENDAR_URL'),
  contentKey: required('CONTENT_API_KEY'),
  /** The secret of the webhooks that drop cached pages. */
  webhookSecret: required('WEBHOOK_SECRET'),
};
