import type { EventDetails } from '@almanac/client';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '../../components/lazy-part.tsx';
import { MountOnFirstUse } from '../../components/mount-on-first-use.tsx';

const DeleteDialog = lazyPart(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }));

/** The button that deletes an event, after a confirmation. */
export function DeleteEvent({ details }: { details: EventDetails }) {
  const t = useTranslations('events');
  const [isOpen, dialog] = useDisclosure();
  return (
    <>
      <Button size="sm" variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={dialog.open}>
        {t('delete')}
      </Button>
      <MountOnFirstUse isUsed={isOpen}>
        <DeleteDialog details={details} isOpen={isOpen} onClose={dialog.close} />
      </MountOnFirstUse>
    </>
  );
}
