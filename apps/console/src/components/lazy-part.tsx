import { Component, type ComponentType, createElement, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorNotice } from './error-notice.tsx';
import { reloadFailedStyles } from './failed-styles.ts';

/** The code of a part could not be loaded. */
class PartLoadError extends Error {
  override readonly name = 'PartLoadError';

  constructor(
    cause: unknown,
    /** Makes the part load again when it is rendered the next time. React's `lazy` keeps the failure of its first load. */
    readonly renew: () => void,
  ) {
    super('A part of the Console could not be loaded.', { cause });
  }
}

/**
 * A component whose code loads when it is first rendered, as by `lazy` of React. It has to be inside a `PartBoundary`, which can load it
 * again after a failure.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let Part = create();
  function create() {
    const created = lazy(async () => {
      try {
        await reloadFailedStyles();
        return await load();
      } catch (error) {
        throw new PartLoadError(error, () => {
          if (Part === created) Part = create();
        });
      }
    });
    return created;
  }
  return (props: Props): ReactNode => createElement(Part, props);
}

interface Props {
  /** Shown while a part loads. */
  fallback?: ReactNode;
  /** Shown when a part could not be loaded; a notice with a button by default. @param retry loads the part again */
  failure?: (retry: () => void) => ReactNode;
  children: ReactNode;
}

/**
 * The place of a lazy part. If the code cannot be loaded, e.g. because the connection is lost, only this place shows the failure: a form
 * around it keeps what the user has typed.
 */
export class PartBoundary extends Component<Props, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentWillUnmount(): void {
    this.#renew();
  }

  override render(): ReactNode {
    const { fallback, failure = noticeOf, children } = this.props;
    const { error } = this.state;
    if (error === undefined) return <Suspense fallback={fallback}>{children}</Suspense>;
    // The errors of a loaded part belong to the boundary of the screen.
    if (!(error instanceof PartLoadError)) throw error;
    return failure(this.#retry);
  }

  #renew(): void {
    if (this.state.error instanceof PartLoadError) this.state.error.renew();
  }

  readonly #retry = (): void => {
    this.#renew();
    this.setState({ error: undefined });
  };
}

const noticeOf = (retry: () => void): ReactNode => <LoadFailureNotice onRetry={retry} />;

/** The notice that a part could not be loaded, with a button that loads it again. */
export function LoadFailureNotice({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('common');
  const notice = useRef<HTMLDivElement>(null);
  // Scrolls to the notice: if it replaces a dialog, it can be below the visible part of the screen.
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={notice}>
      <ErrorNotice error={new Error(t('partFailed'))} onRetry={onRetry} />
    </div>
  );
}
