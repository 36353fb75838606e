import { Stack, Text, Title } from '@mantine/core';
import { useFormatter, useTranslations } from 'use-intl';
import type { Health } from './health-queries.ts';
import { BAR_WIDTH, leftOf, SPAN_MS, WIDTH } from './lateness-axis.ts';

type Point = Health['lateness'][number];

/** The maximum height of a bar. All lengths are in units of the SVG. */
const HEIGHT = 120;
/** The height of the labels of the time axis, which are below the bars. */
const LABEL_HEIGHT = 20;
const MIN_BAR_HEIGHT = 2;
/** The full height represents at least this lateness, so that milliseconds do not look like a problem. */
const MIN_SCALE_SECONDS = 5;

/** Returns the function that formats seconds with one digit after the decimal separator of the language. */
function useSecondsText(): (seconds: number) => string {
  const format = useFormatter();
  return (seconds) => format.number(seconds, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/**
 * The lateness of scheduled posts and pages in the last six hours: one bar for each period of five minutes in which a post or page was
 * published or unpublished. The height of a bar is the highest lateness in its period.
 */
export function LatenessPlot({ lateness }: { lateness: readonly Point[] }) {
  const t = useTranslations('health');
  const secondsText = useSecondsText();
  const count = lateness.reduce((sum, point) => sum + point.count, 0);
  const maxSeconds = Math.max(0, ...lateness.map(({ max_seconds: seconds }) => seconds));
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h2">
        {t('lateness')}
      </Title>
      <Text size="sm">
        {count === 0 ? t('nothingDue') : t('latenessSummary', { count, seconds: secondsText(maxSeconds) })}
      </Text>
      {count > 0 && <Bars lateness={lateness} maxSeconds={maxSeconds} />}
    </Stack>
  );
}

function Bars({ lateness, maxSeconds }: { lateness: readonly Point[]; maxSeconds: number }) {
  const t = useTranslations('health');
  const format = useFormatter();
  const secondsText = useSecondsText();
  const end = Date.now();
  const scaleSeconds = Math.max(MIN_SCALE_SECONDS, maxSeconds);
  const timeOf = (at: number): string => format.dateTime(new Date(at), { timeStyle: 'short' });
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT + LABEL_HEIGHT}`}
      role="img"
      aria-label={t('latenessPlot')}
      style={{ maxWidth: WIDTH, width: '100%' }}
    >
      <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} stroke="var(--mantine-color-default-border)" />
      {lateness.map(({ at, count, mean_seconds: mean, max_seconds: max }) => {
        const height = Math.max(MIN_BAR_HEIGHT, (max / scaleSeconds) * HEIGHT);
        return (
          <rect
            key={at}
            x={leftOf(at, end)}
            y={HEIGHT - height}
            width={BAR_WIDTH}
            height={height}
            fill="var(--mantine-primary-color-filled)"
          >
            <title>
              {t('latenessPoint', {
                time: timeOf(Date.parse(at)),
                count,
                mean: secondsText(mean),
                max: secondsText(max),
              })}
            </title>
          </rect>
        );
      })}
      <text x="0" y={HEIGHT + 15} fontSize="12" fill="var(--mantine-color-dimmed)">
        {timeOf(end - SPAN_MS)}
      </text>
      <text x={WIDTH} y={HEIGHT + 15} fontSize="12" textAnchor="end" fill="var(--mantine-color-dimmed)">
        {timeOf(end)}
      </text>
    </svg>
  );
}
