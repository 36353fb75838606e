/**
 * The summary that `npm start` prints when the services respond.
 * @param local the content of `.almanac/local.json`
 * @param progress the `Progress` that formats the text
 */
export function summaryOf(local, progress) {
  const style = (format, text) => progress.style(format, text);
  const address = (text) => style('cyan', text);
  const folder = process.env.ALMANAC_STATE ?? '.almanac';
  return `
${style('bold', 'Almanac is ready')} (${process.uptime().toFixed(1)} s).

  ${style('bold', 'Site')}          ${address(local.siteUrl)}
  ${style('bold', 'Console')}       ${address(local.consoleUrl)}
                sign in as ${local.owner.email} with the password ${local.owner.password}

  Mailbox       ${address(local.mailboxUrl)}   every mail that Almanac sends
  API docs      ${address(`${local.contentApiUrl}/docs`)} and ${address(`${local.adminApiUrl}/docs`)}
  Content API   ${address(`${local.contentApiUrl}/ghost/api/v3/content/posts/?key=${local.contentKey}`)}
  Admin API     ${address(`${local.adminApiUrl}/ghost/api/v3/admin/site/`)}
  Calendar      ${address(`${local.calendarUrl}/graphql`)}
  Queues        ${address(`${local.workerUrl}/queues`)}

  Admin key     ${local.adminKey}

  ${style('bold', 'Next')}: open the Console, write a post and publish it. The README has examples for programs.
  ${style('dim', `The same is in ${folder}/local.json. Logs are in ${folder}/logs. Press Ctrl-C to stop.`)}
`;
}

/** The links on the page that the edge shows while there is no site: pairs of name and URL. */
export function linksOf(local) {
  return [
    ['The Console: write and plan', local.consoleUrl],
    ['Content API: documentation', `${local.contentApiUrl}/docs`],
    ['Admin API: documentation', `${local.adminApiUrl}/docs`],
    ['Calendar: queries', `${local.calendarUrl}/graphql`],
    ['Mailbox', local.mailboxUrl],
  ];
}
