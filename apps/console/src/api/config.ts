import { queryOptions } from '@tanstack/react-query';

/** The addresses that the Console needs, from `/console/config.json` of admin-api. */
export interface ConsoleConfig {
  /** URL of the site, where visitors read posts; without a slash at the end. */
  siteUrl: string;
  /** URL of calendar-graphql, without `/graphql`. */
  calendarUrl: string;
}

async function readConfig(): Promise<ConsoleConfig> {
  const response = await fetch('/console/config.json');
  if (!response.ok) throw new Error(`The configuration of the Console could not be read (${response.status}).`);
  return (await response.json()) as ConsoleConfig;
}

export const configQuery = queryOptions({ queryKey: ['config'], queryFn: readConfig, staleTime: Infinity });
