import type { ErasurePreview } from '@portal/contract/office/privacy';
import type { Context } from '../../audit/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { lockRequest } from '../requests/find-request.ts';
import { lockTraces } from './erase-person.ts';
import { eraseTraces } from './erase-traces.ts';
import { findObstacles } from './find-obstacles.ts';
import { countKept } from './kept.ts';

/** Carries the result out of the transaction that it rolls back. */
class Tried extends Error {
  readonly preview: ErasurePreview;
  constructor(preview: ErasurePreview) {
    super('rolled back');
    this.preview = preview;
  }
}

const tryErasure = async (tx: Tx, requestId: number, { actor, now }: Context<Staff>): Promise<never> => {
  const request = await lockRequest(tx, requestId, actor);
  if (request.kind !== 'erasure') throw new Refusal('not_found');
  if (request.state !== 'requested') throw new Refusal('privacy_request_closed');
  const { accountId, email, hasConfirmedMailbox } = request;
  const obstacles = await findObstacles(tx, { accountId, now });
  const erased = await eraseTraces(tx, await lockTraces(tx, request), now);
  const parts = [...erased.map((part) => ({ ...part, why: null })), ...(await countKept(tx, accountId))];
  throw new Tried({
    obstacles,
    parts: parts.filter(({ rows }) => rows > 0),
    lastMailTo: hasConfirmedMailbox ? email : null,
  });
};

/** Does the whole erasure and rolls it back, so that the numbers are those of the erasure. */
export const previewErasure = async (
  db: Database,
  requestId: number,
  context: Context<Staff>,
): Promise<ErasurePreview> => {
  try {
    return await inTransaction(db, (tx) => tryErasure(tx, requestId, context));
  } catch (error) {
    if (error instanceof Tried) return error.preview;
    throw error;
  }
};
