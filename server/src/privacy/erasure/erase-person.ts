import { findAccount, lockOutAccounts } from '../../accounts/queries.ts';
import type { Context } from '../../audit/actor.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { ErasedPart } from '../../platform/database/erased.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { dataErasedLetter } from '../letters.ts';
import type { FoundRequest } from '../requests/find-request.ts';
import { lockForStep, type SeenRequest, takeStep } from '../requests/take-step.ts';
import { eraseTraces } from './erase-traces.ts';
import { findObstacles } from './find-obstacles.ts';
import { findTraces, type Traces } from './traces.ts';

/** Call it after `lockRequest`, which locks the account. */
export const lockTraces = async (tx: Tx, { accountId }: FoundRequest): Promise<Traces> => {
  const traces = await findTraces(tx, await findAccount(tx, accountId));
  await lockOutAccounts(tx, [accountId, ...traces.parts.map((part) => part.accountId)]);
  return traces;
};

/** Queues a mail that names nobody and belongs to no account, because the account has no mailbox any more. */
const queueLastMail = (tx: Tx, { person: { email, emailConfirmedAt } }: Traces, now: Date): Promise<void> =>
  queueMail(tx, { id: null, email: emailConfirmedAt && email }, dataErasedLetter({}), now);

/** Erases the person, but for what the law keeps. It cannot be undone. */
export const erasePerson = async (
  tx: Tx,
  { reason, ...seen }: SeenRequest & { readonly reason: string },
  { actor, now }: Context<Staff>,
): Promise<readonly ErasedPart[] | null> => {
  const request = await lockForStep(tx, seen, { step: 'erase', actor });
  if (!request) return null;
  if (request.kind !== 'erasure') throw new Refusal('invalid');
  const traces = await lockTraces(tx, request);
  const obstacles = await findObstacles(tx, { accountId: request.accountId, now });
  if (obstacles.length > 0) throw new Refusal('erasure_obstacle');
  await queueLastMail(tx, traces, now);
  const parts = await eraseTraces(tx, traces, now);
  await takeStep(tx, request, { step: 'erase', reason }, { actor, now });
  return parts;
};
