import type * as contract from '@portal/contract/accounts';
import type { Database } from '../../platform/database/database.ts';
import { presentUser } from '../present.ts';
import { findShownUser } from '../profile/shown-user.ts';
import type { StartedSession } from './log-in.ts';
import { hashToken } from './sessions.ts';

export const presentLogin = async (
  db: Database,
  { accountId, token }: StartedSession,
): Promise<contract.LoggedIn> => ({
  user: presentUser(await findShownUser(db, { accountId, tokenHash: hashToken(token) })),
  access_token: token,
});
