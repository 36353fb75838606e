import { lazy, Suspense, useState } from 'react';
import { AccountButton } from './account-button.tsx';

const AccountDropdown = lazy(async () => ({ default: (await import('./account-dropdown.tsx')).AccountDropdown }));

/** The button of the account menu. The menu itself loads when the button is pressed for the first time. */
export function AccountMenu() {
  const [isUsed, setUsed] = useState(false);
  const button = <AccountButton aria-expanded={false} onClick={() => setUsed(true)} />;
  return isUsed ? (
    <Suspense fallback={button}>
      <AccountDropdown />
    </Suspense>
  ) : (
    button
  );
}
