import { useState } from 'react';
import { ButtonWithFailure } from '../../components/button-with-failure.tsx';
import { lazyPart, PartBoundary } from '../../components/lazy-part.tsx';
import { AccountButton } from './account-button.tsx';

const AccountDropdown = lazyPart(async () => ({ default: (await import('./account-dropdown.tsx')).AccountDropdown }));

/** The button of the account menu. The menu itself loads when the button is pressed for the first time. */
export function AccountMenu() {
  const [isUsed, setUsed] = useState(false);
  const buttonFor = (press: () => void) => <AccountButton aria-expanded={false} onClick={press} />;
  const button = buttonFor(() => setUsed(true));
  if (!isUsed) return button;
  return (
    <PartBoundary fallback={button} failure={(retry) => <ButtonWithFailure>{buttonFor(retry)}</ButtonWithFailure>}>
      <AccountDropdown />
    </PartBoundary>
  );
}
