import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { ActionIcon, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { IconGripVertical, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { NavigationItem } from './setting-values.ts';

interface Props {
  title: string;
  items: NavigationItem[];
  onChange: (items: NavigationItem[]) => void;
}

/** The fields for the items of a menu. The user drags an item by its handle, or moves it with the space bar and the arrow keys. */
export function MenuEditor({ title, items, onChange }: Props) {
  const t = useTranslations('settings');
  const { idOf, keepId } = useItemIds();
  const ids = items.map(idOf);
  const accessibility = useMoveAnnouncements(items, ids);
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const move = ({ active, over }: DragEndEvent): void => {
    if (over && active.id !== over.id)
      onChange(arrayMove(items, ids.indexOf(String(active.id)), ids.indexOf(String(over.id))));
  };
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Title order={2} size="h2">
        {title}
      </Title>
      {items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('emptyMenu')}
        </Text>
      )}
      <DndContext sensors={sensors} accessibility={accessibility} collisionDetection={closestCenter} onDragEnd={move}>
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          {items.map((item, index) => (
            <MenuItem
              key={idOf(item)}
              id={idOf(item)}
              item={item}
              onChange={(changed) => {
                keepId(item, changed);
                onChange(items.with(index, changed));
              }}
              onRemove={() => onChange(items.toSpliced(index, 1))}
            />
          ))}
        </SortableContext>
      </DndContext>
      <Group>
        <Button size="xs" variant="default" onClick={() => onChange([...items, { label: '', url: '/' }])}>
          {t('addItem')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Ids for items, which have none of their own. With them, a moved item keeps the focus. */
function useItemIds() {
  const [ids] = useState(() => new WeakMap<NavigationItem, string>());
  const idOf = (item: NavigationItem): string => {
    const id = ids.get(item) ?? randomId();
    ids.set(item, id);
    return id;
  };
  /** Gives the id of an item to its changed copy. */
  const keepId = (item: NavigationItem, changed: NavigationItem): void => void ids.set(changed, idOf(item));
  return { idOf, keepId };
}

/**
 * The texts for screen readers: the instructions for moving an item, and the announcements while an item is moved.
 * @param ids the ids of the items, in the same order
 */
function useMoveAnnouncements(items: readonly NavigationItem[], ids: readonly string[]) {
  const t = useTranslations('settings');
  const indexOf = (id: UniqueIdentifier): number => ids.indexOf(String(id));
  const labelOf = (id: UniqueIdentifier): string => items[indexOf(id)]?.label ?? '';
  const positionOf = (over: { id: UniqueIdentifier } | null): number => (over ? indexOf(over.id) : 0) + 1;
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('itemLifted', { label: labelOf(active.id) }),
    onDragOver: ({ active, over }) => t('itemMoved', { label: labelOf(active.id), position: positionOf(over) }),
    onDragEnd: ({ active, over }) => t('itemDropped', { label: labelOf(active.id), position: positionOf(over) }),
    onDragCancel: ({ active }) => t('itemNotMoved', { label: labelOf(active.id) }),
  };
  return { announcements, screenReaderInstructions: { draggable: t('moveInstructions') } };
}

interface ItemProps {
  id: string;
  item: NavigationItem;
  onChange: (item: NavigationItem) => void;
  onRemove: () => void;
}

function MenuItem({ id, item, onChange, onRemove }: ItemProps) {
  const t = useTranslations('settings');
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useSortable({
    id,
    attributes: { roleDescription: t('movableItem') },
  });
  const style = { transform: transform ? `translateY(${transform.y}px)` : undefined, transition };
  return (
    <Group ref={setNodeRef} style={style} gap="xs" wrap="nowrap">
      <ActionIcon
        {...attributes}
        {...listeners}
        ref={setActivatorNodeRef}
        // Without this style, a finger on the handle would scroll the page instead of dragging the item.
        style={{ touchAction: 'none' }}
        variant="subtle"
        color="gray"
        aria-label={t('moveItem', { label: item.label })}
      >
        <IconGripVertical size={16} aria-hidden />
      </ActionIcon>
      <TextInput
        flex={1}
        miw={80}
        aria-label={t('itemLabel')}
        value={item.label}
        onChange={(event) => onChange({ ...item, label: event.currentTarget.value })}
        required
      />
      <TextInput
        flex={2}
        miw={100}
        aria-label={t('itemAddress')}
        value={item.url}
        onChange={(event) => onChange({ ...item, url: event.currentTarget.value })}
        required
      />
      <ActionIcon variant="subtle" color="gray" aria-label={t('removeItem', { label: item.label })} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
