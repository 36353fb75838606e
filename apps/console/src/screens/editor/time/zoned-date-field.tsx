import { Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormatter, useTimeZone, useTranslations } from 'use-intl';
import { instantOf, localTimeOf } from '../../../time/zoned-time.ts';
import { nameOfZone } from './time-choices.ts';

/** @returns undefined while a field has no complete time */
function isoOf(local: string, zone: string): string | undefined {
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
  isClearable?: boolean;
}

const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const otherZones = (first: readonly string[]): string[] =>
  Intl.supportedValuesOf('timeZone').filter((zone) => !first.includes(zone));

/** A date with its time in a zone that can be chosen, and the same instant in the zone of the site and in UTC. */
export function ZonedDateField({ label, value, onChange, error, isClearable }: Props) {
  const t = useTranslations('editor');
  const siteZone = useTimeZone() ?? 'UTC';
  const [zone, setZone] = useState(siteZone);
  const [text, setText] = useState(value ? localTimeOf(value, zone) : '');
  const [shown, setShown] = useState(value);
  // The value was changed elsewhere.
  if (shown !== value) {
    setShown(value);
    setText(value ? localTimeOf(value, zone) : '');
  }
  const first = [...new Set([siteZone, BROWSER_ZONE, 'UTC'])];
  const enter = (local: string, inZone: string): void => {
    setText(local);
    const instant = local ? isoOf(local, inZone) : undefined;
    if (!instant && local) return;
    setShown(instant ?? null);
    onChange(instant ?? null);
  };
  const changeZone = (next: string | null): void => {
    if (!next) return;
    setZone(next);
    // The local time stays the same; its instant changes.
    if (text) enter(text, next);
  };
  return (
    <Stack gap="xs">
      <Group gap="sm" align="flex-start" wrap="wrap">
        <TextInput
          type="datetime-local"
          label={label}
          value={text}
          onChange={(event) => enter(event.currentTarget.value, zone)}
          error={error}
          flex="1 1 210px"
          required={!isClearable}
        />
        <Select
          label={t('zone')}
          data={[
            { group: t('zonesFirst'), items: first.map((name) => ({ value: name, label: nameOfZone(name) })) },
            {
              group: t('zonesAll'),
              items: otherZones(first).map((name) => ({ value: name, label: name.replaceAll('_', ' ') })),
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
      {value && <Meaning iso={value} siteZone={siteZone} />}
    </Stack>
  );
}

function Meaning({ iso, siteZone }: { iso: string; siteZone: string }) {
  const t = useTranslations('editor');
  const format = useFormatter();
  const date = new Date(iso);
  const site = format.dateTime(date, { dateStyle: 'full', timeStyle: 'short', timeZone: siteZone });
  const zone = nameOfZone(siteZone);
  const utc = format.dateTime(date, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return (
    <Text size="sm" c="dimmed" role="status">
      {zone === 'UTC' ? t('meansUtc', { site }) : t('meansTime', { site, zone, utc })}
    </Text>
  );
}
