import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { LazyNotifications } from '../components/notifications.tsx';
import { LanguageProvider } from '../i18n/language-provider.tsx';
import { router } from './router.tsx';
import { ThemeProvider } from './theme-provider.tsx';

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <LanguageProvider>
        <ThemeProvider>
          <LazyNotifications />
          <RouterProvider router={router} />
        </ThemeProvider>
      </LanguageProvider>
    </QueryClientProvider>
  );
}
