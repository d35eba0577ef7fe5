import * as z from 'zod/mini';
import { confirmOpenedMail } from '../accounts/api/confirm-mailbox.ts';
import { bannersQuery } from '../content/api/banners.ts';
import { createQueryClient } from '../platform/query-client.ts';
import { renewOldSession } from '../platform/renew-session.ts';

// The page policy forbids eval, which zod would otherwise try.
z.config({ jitless: true });
renewOldSession();
void confirmOpenedMail();

/** What the server has answered. The banner is the largest thing on the page: it is asked for before anything is drawn. */
export const queries = createQueryClient();
queries.prefetchQuery(bannersQuery);
