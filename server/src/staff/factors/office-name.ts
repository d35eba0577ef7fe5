import { findBranding } from '../../branding/find-branding.ts';
import type { Executor } from '../../platform/database/database.ts';

/** The name that authenticators show beside the account. A colon would end it there, so it becomes a wide one. */
export const officeName = async (db: Executor): Promise<string> =>
  `${(await findBranding(db)).name.replaceAll(':', '：')}後台`;
