import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { OccurrenceMove } from './dialog-state.ts';
import type { Scope } from './move-items.ts';
import { useMoves } from './use-moves.ts';

const SCOPES: readonly Scope[] = ['this', 'following', 'all'];

/** Radio buttons for the occurrences to move: this occurrence, this and all that follow, or the whole series. */
export function ScopeChoice({ value, onChange }: { value: Scope; onChange: (scope: Scope) => void }) {
  const t = useTranslations('calendar');
  return (
    <Radio.Group
      label={t('scopeLabel')}
      value={value}
      onChange={(next) => onChange(SCOPES.find((scope) => scope === next) ?? 'this')}
    >
      <Stack gap="xs" mt="xs">
        {SCOPES.map((scope) => (
          <Radio key={scope} value={scope} label={t(`scopes.${scope}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface Props {
  move: OccurrenceMove;
  timeZone: string;
  onDone: () => void;
  onCancel: () => void;
}

/** The user chooses the occurrences to move, after they have moved or resized one occurrence of a series by dragging. */
export function ScopeForm({ move, timeZone, onDone, onCancel }: Props) {
  const { item, start, end = start, isAllDay, revert } = move;
  const times = { start, end, isAllDay };
  const t = useTranslations('calendar');
  const moves = useMoves(timeZone);
  const [scope, setScope] = useState<Scope>('this');
  const save = (): void => {
    // The dialog closes at once, because it could not cancel a request that was sent. The calendar already shows the new time.
    onDone();
    void moves.moveOccurrences(item, times, scope, revert);
  };
  return (
    <Stack gap="md">
      <Text size="sm">{t('scopeText', { title: item.title, time: moves.formatTimes(times) })}</Text>
      <ScopeChoice value={scope} onChange={setScope} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button onClick={save} data-autofocus>
          {t('move')}
        </Button>
      </Group>
    </Stack>
  );
}
