import { Spotlight } from '@mantine/spotlight';
import { useTranslations } from 'use-intl';
import { isConnectionProblem } from '../../api/query-client.ts';
import { errorText } from '../../components/error-text.ts';
import { MIN_SEARCH_LENGTH, type PaletteResults } from './palette-search.ts';

interface Props {
  /** The typed text. */
  text: string;
  results: PaletteResults;
  /** Whether the search for the text has not finished yet. */
  isSearching: boolean;
  /** Whether the palette lists nothing. */
  isEmpty: boolean;
}

/** A note below or instead of the results: the text is too short, a search runs or has failed, or nothing was found. */
export function PaletteNote(props: Props) {
  const note = useNote(props);
  return (
    <div role="status">
      {note !== undefined &&
        (props.isEmpty ? <Spotlight.Empty>{note}</Spotlight.Empty> : <Spotlight.Footer>{note}</Spotlight.Footer>)}
    </div>
  );
}

function useNote({ text, results: { failures }, isSearching, isEmpty }: Props): string | undefined {
  const t = useTranslations('navigation');
  if (text === '') return undefined;
  if (text.length < MIN_SEARCH_LENGTH) return t('paletteTooShort');
  if (isSearching) return t('paletteSearching');
  const [failure] = failures;
  if (failure === undefined) return isEmpty ? t('paletteNothing') : undefined;
  if (isConnectionProblem(failure.error)) return t('paletteUnreachable');
  const kinds = failures.map(({ screen }) => t(screen)).join(', ');
  return t('paletteFailed', { kinds, reason: errorText(failure.error) });
}
