import type * as contract from '@portal/contract/accounts';
import type { Database } from '../../platform/database.ts';
import { presentUser } from '../present.ts';
import { findShownUser } from '../profile/shown-user.ts';
import type { Entrance } from './log-in.ts';
import { hashToken } from './sessions.ts';

export const presentEntrance = async (
  db: Database,
  { accountId, token }: Entrance,
): Promise<contract.LoggedIn> => ({
  user: presentUser(await findShownUser(db, { accountId, tokenHash: hashToken(token) })),
  access_token: token,
});
