import { findBranding } from '../../branding/find-branding.ts';
import type { Executor } from '../../platform/database/database.ts';

/** As authenticators show it beside the account. A colon would end it there. */
export const officeName = async (db: Executor): Promise<string> =>
  `${(await findBranding(db)).name.replaceAll(':', '：')}後台`;
