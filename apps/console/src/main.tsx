import '@fontsource-variable/inter';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { recordFailedStyles } from './components/failed-styles.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element "root".');
recordFailedStyles();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
