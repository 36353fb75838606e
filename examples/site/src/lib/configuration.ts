function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing in the environment.`);
  return value;
}

const baseUrl = (name: string): string => required(name).replace(/\/+$/, '');

/** The environment of the site. URLs have no slash at the end. */
export const configuration = {
  /** The public URL of the site. */
  siteUrl: baseUrl('SITE_URL'),
  /** The URLs at which this server reaches the services. If one reverse proxy serves all, all three can be SITE_URL. */
  contentApiUrl: baseUrl('CONTENT_API_URL'),
  membersUrl: baseUrl('MEMBERS_URL'),
  calendarUrl: baseUrl('CALENDAR_URL'),
  contentKey: required('CONTENT_API_KEY'),
  /** The secret that signs the webhooks which clear the page cache. */
  webhookSecret: required('WEBHOOK_SECRET'),
};
