import type { Executor } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { findAccount } from '../queries.ts';
import { findResetLink } from './reset-links.ts';

/** Throws `reset_link_ended` if the link is unknown, used or expired, or its owner suspended. */
export const requireResetLink = async (db: Executor, token: string, now: Date) => {
  const accountId = await findResetLink(db, token, now);
  const owner = accountId === null ? null : await findAccount(db, accountId);
  if (!owner || owner.suspendedAt) throw new Refusal('reset_link_ended');
  return owner;
};
