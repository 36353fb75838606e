import { useTranslations } from 'use-intl';
import { isRuleRefusal } from '../calendar/move-series.ts';

/**
 * @returns a function that explains why the calendar refuses to move a series: its rule names days or times that do not fit the new time.
 *   The message of the calendar is for developers, who can send another rule. All other errors are returned unchanged
 */
export function useExplainedRefusal(): (error: unknown) => unknown {
  const t = useTranslations('events');
  return (error) => (isRuleRefusal(error) ? new Error(t('ruleDoesNotFit'), { cause: error }) : error);
}
