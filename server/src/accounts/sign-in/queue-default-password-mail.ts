import { readableTime } from '@portal/contract/dates';
import { and, eq, gt } from 'drizzle-orm';
import { queueMail } from '../../mail/queue.ts';
import { mails } from '../../mail/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { findAccount } from '../queries.ts';
import { defaultPasswordLoginLetter } from './letters.ts';

const DAY = 24 * 3_600_000;

const wasMailed = async (tx: Tx, accountId: number, now: Date): Promise<boolean> => {
  const mailed = await tx.$count(
    mails,
    and(
      eq(mails.accountId, accountId),
      eq(mails.template, defaultPasswordLoginLetter.template),
      gt(mails.createdAt, new Date(now.getTime() - DAY)),
    ),
  );
  return mailed > 0;
};

/** Queues at most one mail a day. Lock the account first. */
export const queueDefaultPasswordMail = async (tx: Tx, accountId: number, now: Date): Promise<void> => {
  if (await wasMailed(tx, accountId, now)) return;
  const account = await findAccount(tx, accountId);
  const data = { name: account.chineseName ?? '', time: readableTime(now) };
  await queueMail(tx, account, defaultPasswordLoginLetter(data), now);
};
