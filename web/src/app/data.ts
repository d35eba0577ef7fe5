import * as z from 'zod/mini';
import { confirmOpenedMail } from '../accounts/opened-mail.ts';
import { bannersQuery } from '../content/api/banners.ts';
import { createQueryClient } from '../platform/query-client.ts';
import { renewOldSession } from '../platform/renew-session.ts';

// The page policy forbids eval, which zod would otherwise try.
z.config({ jitless: true });
renewOldSession();
void confirmOpenedMail().catch(reportError);

/** Banners are the largest element of a page, so they are fetched before anything renders. */
export const queries = createQueryClient();
queries.prefetchQuery(bannersQuery);
