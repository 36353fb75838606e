import { Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormatter, useTimeZone, useTranslations } from 'use-intl';
import { instantOf, localTimeOf } from '../../../time/zoned-time.ts';

/** The city of a time zone: "Lisbon" for `Europe/Lisbon`. */
const cityOf = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;

/** @param local value of a `datetime-local` field @returns ISO 8601; undefined for an invalid value, e.g. a year of six digits */
function instantOfField(local: string, zone: string): string | undefined {
  try {
    return new Date(instantOf(local, zone)).toISOString();
  } catch {
    return undefined;
  }
}

interface Props {
  label: string;
  /** ISO 8601; null without a date. */
  value: string | null;
  onChange: (iso: string | null) => void;
  error?: string;
  /** Whether the field may be empty. */
  isClearable?: boolean;
}

const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const isUtc = (zone: string): boolean => zone === 'UTC' || zone === 'Etc/UTC';

/** The time zones that the browser supports, without the suggested ones. */
const otherZones = (suggested: readonly string[]): string[] =>
  Intl.supportedValuesOf('timeZone').filter((zone) => !suggested.includes(zone));

/** A field for a local time and its time zone. The text below it shows the instant in the zone of the site and in UTC. */
export function ZonedDateField({ label, value, onChange, error, isClearable }: Props) {
  const t = useTranslations('editor');
  const siteZone = useTimeZone() ?? 'UTC';
  const [zone, setZone] = useState(siteZone);
  const [localTime, setLocalTime] = useState(value ? localTimeOf(value, zone) : '');
  const showValue = (): void => setLocalTime(value ? localTimeOf(value, zone) : '');
  const [passedValue, setPassedValue] = useState(value);
  // The last value that this field has reported, or that the parent component has passed. If the parent passes another one, it was changed
  // elsewhere, and the field shows it.
  const [reportedValue, setReportedValue] = useState(value);
  if (passedValue !== value) {
    setPassedValue(value);
    setReportedValue(value);
    if (value !== reportedValue) showValue();
  }
  // A new site has the zone `Etc/UTC`, which is UTC. Only one name of UTC is suggested.
  const utc = siteZone === 'Etc/UTC' ? 'Etc/UTC' : 'UTC';
  const suggestedZones = [...new Set([siteZone, isUtc(BROWSER_ZONE) ? utc : BROWSER_ZONE, utc])];
  const changeLocalTime = (local: string, inZone: string): void => {
    setLocalTime(local);
    const instant = local ? instantOfField(local, inZone) : null;
    // For an invalid value, `onChange` is not called: the parent component keeps the last valid one.
    if (instant === undefined) return;
    setReportedValue(instant);
    onChange(instant);
  };
  const changeZone = (next: string | null): void => {
    if (!next) return;
    setZone(next);
    // The local time stays the same; its instant changes.
    if (localTime) changeLocalTime(localTime, next);
  };
  return (
    <Stack gap="xs">
      <Group gap="sm" align="flex-start" wrap="wrap">
        <TextInput
          type="datetime-local"
          label={label}
          value={localTime}
          onChange={(event) => changeLocalTime(event.currentTarget.value, zone)}
          // For an incomplete time, the browser reports an empty value. When the field loses the focus, it shows `value` again: the last
          // valid time, or no time if the parent component has stored the null that this field reported.
          onBlur={showValue}
          error={error}
          flex="1 1 210px"
          required={!isClearable}
        />
        <Select
          label={t('zone')}
          data={[
            { group: t('zonesFirst'), items: suggestedZones.map((name) => ({ value: name, label: cityOf(name) })) },
            {
              group: t('zonesAll'),
              items: otherZones(suggestedZones).map((name) => ({ value: name, label: name.replaceAll('_', ' ') })),
            },
          ]}
          value={zone}
          onChange={changeZone}
          searchable
          allowDeselect={false}
          limit={50}
          flex="1 1 140px"
        />
      </Group>
      {value && <InstantInZones iso={value} siteZone={siteZone} />}
    </Stack>
  );
}

function InstantInZones({ iso, siteZone }: { iso: string; siteZone: string }) {
  const t = useTranslations('editor');
  const format = useFormatter();
  const date = new Date(iso);
  const siteTime = format.dateTime(date, { dateStyle: 'full', timeStyle: 'short', timeZone: siteZone });
  const city = cityOf(siteZone);
  const utcTime = format.dateTime(date, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return (
    <Text size="sm" c="dimmed" role="status">
      {city === 'UTC' ? t('siteTimeIsUtc', { siteTime }) : t('siteTimeAndUtc', { siteTime, city, utcTime })}
    </Text>
  );
}
