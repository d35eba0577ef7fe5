import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { type FoundRequest, lockRequest } from '../requests/find-request.ts';
import { mayStep } from '../states.ts';

/** Call it before the copy is made, so that a copy counts as handed out even if the connection breaks. */
export const recordCopy = async (
  tx: Tx,
  requestId: number,
  { actor, now }: Context<Staff>,
): Promise<FoundRequest> => {
  const request = await lockRequest(tx, requestId, actor);
  if (request.kind !== 'access') throw new Refusal('not_found');
  if (!mayStep('answer', request.state)) throw new Refusal('privacy_request_closed');
  const event = { actor, action: 'privacy.copy', subject: 'account', subjectId: request.accountId } as const;
  await recordEvent(tx, event, now);
  return request;
};
