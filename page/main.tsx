import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { takeToken } from './core/token.ts';
import { applyTheme } from './frame/theme.ts';

takeToken();
applyTheme();
createRoot(document.getElementById('root')!).render(<App />);
