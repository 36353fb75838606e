import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Opens another page of a list, in place of a page that has no rows, e.g. because its last row was deleted. It does not ask about unsaved
 * changes, because the forms of the screen stay open.
 */
export function PageRedirect({ page }: { page: number }) {
  const navigate = useNavigate();
  useEffect(() => {
    const search = (current: object): object => ({ ...current, page: page > 1 ? page : undefined });
    void navigate({ to: '.', search, replace: true, ignoreBlocker: true });
  }, [navigate, page]);
  return null;
}
