/* Loaded before any page: configures zod, creates the query client, and sends the requests that do not wait for a page. */

import * as z from 'zod/mini';
import { confirmOpenedMail } from '../accounts/opened-mail.ts';
import { bannersQuery } from '../content/api/banners.ts';
import { createQueryClient } from '../platform/query-client.ts';
import { renewOldSession } from '../platform/renew-session.ts';
import { currentUser, onSessionChange } from '../platform/session.ts';

// The Content Security Policy forbids eval, which zod would otherwise try.
z.config({ jitless: true });
renewOldSession();
void confirmOpenedMail().catch(reportError);

export const queryClient = createQueryClient();
const rendered: unknown = JSON.parse(document.getElementById('data')?.textContent ?? '[]');
for (const [key, data] of rendered as [unknown[], unknown][]) queryClient.setQueryData(key, data);
// The banner is the largest element of a page, so its data is fetched before anything renders.
queryClient.prefetchQuery(bannersQuery);

const callAhead = async () => {
  if (currentUser()) (await import('./first-calls.ts')).callAheadOfPages(queryClient);
};
// If the code cannot be fetched, the pages make their calls themselves.
const startCalling = () => void callAhead().catch(() => undefined);
onSessionChange(startCalling);
startCalling();
