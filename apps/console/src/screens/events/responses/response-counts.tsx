import type { RsvpCounts } from '@almanac/client';
import { useTranslations } from 'use-intl';
import classes from './responses.module.css';

interface Props {
  counts: RsvpCounts;
  /** Null when the number of places is not limited. */
  capacity: number | null;
}

/** The numbers of guests by the state of their answer, and the places that they have or want. */
export function ResponseCounts({ counts, capacity }: Props) {
  const t = useTranslations('answers');
  const { attending, attendingPlaces, waiting, waitingPlaces, maybe, declined, unanswered } = counts;
  const places =
    capacity === null
      ? t('placeCount', { places: attendingPlaces })
      : t('placesOf', { places: attendingPlaces, capacity });
  return (
    <dl className={classes['counts']}>
      <Count label={t('groups.ATTENDING')} count={attending} detail={places} />
      <Count label={t('groups.MAYBE')} count={maybe} />
      <Count label={t('groups.DECLINED')} count={declined} />
      <Count
        label={t('groups.WAITING')}
        count={waiting}
        detail={waiting > 0 ? t('placesWanted', { places: waitingPlaces }) : ''}
      />
      <Count label={t('groups.UNANSWERED')} count={unanswered} />
    </dl>
  );
}

function Count({ label, count, detail }: { label: string; count: number; detail?: string }) {
  return (
    <div className={classes['count']}>
      <dt>{label}</dt>
      <dd className={classes['number']}>{count}</dd>
      {detail && <dd className={classes['detail']}>{detail}</dd>}
    </div>
  );
}
