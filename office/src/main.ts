import { callAtStart, fetchFirstPage } from './app/first-calls.ts';

void callAtStart();
import('./app/start.tsx').catch(reportError);
fetchFirstPage();
