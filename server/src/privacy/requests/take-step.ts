import { and, eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { isRepeatedStep } from '../../audit/version.ts';
import type { Mail } from '../../mail/letters.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { PRIVACY_STEPS, type PrivacyStep } from '../states.ts';
import { privacyRequests } from '../tables.ts';
import { type FoundRequest, lockRequest, versionedRequest } from './find-request.ts';

export interface SeenRequest {
  readonly requestId: number;
  readonly version: number;
}

/** Null if the actor has taken this step already, as after a lost answer. */
export const lockForStep = async (
  tx: Tx,
  { requestId, version }: SeenRequest,
  { step, actor }: { readonly step: PrivacyStep; readonly actor: Staff },
): Promise<FoundRequest | null> => {
  const request = await lockRequest(tx, requestId, actor);
  const { action } = PRIVACY_STEPS[step];
  if (await isRepeatedStep(tx, versionedRequest(requestId), { version, actor, action })) return null;
  return request;
};

type Change = Partial<Pick<typeof privacyRequests.$inferInsert, 'reason' | 'extendedAt' | 'extensionReason'>>;

/** Changes the locked request, if it is open still. The event names no text: a person may have asked for its erasure. */
export const takeStep = async (
  tx: Tx,
  { id, organizationId, state }: Pick<FoundRequest, 'id' | 'organizationId' | 'state'>,
  { step, ...change }: Change & { readonly step: PrivacyStep },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { to, action } = PRIVACY_STEPS[step];
  const { rowCount } = await tx
    .update(privacyRequests)
    .set({ ...change, ...(to && { state: to, closedAt: now }) })
    .where(and(eq(privacyRequests.id, id), eq(privacyRequests.state, 'requested')));
  if (rowCount !== 1) throw new Refusal('privacy_request_closed');
  const states = to ? { before: { state }, after: { state: to } } : {};
  const event = { actor, action, subject: 'privacy_request', subjectId: id, ...states } as const;
  await recordEvent(tx, { ...event, organizationId: organizationId ?? undefined }, now);
};

/** Mails go only to a confirmed mailbox, because they tell what the person has asked for. */
export const mailPerson = (tx: Tx, request: FoundRequest, mail: Mail, now: Date): Promise<void> => {
  const { accountId: id, email, hasConfirmedMailbox } = request;
  return queueMail(tx, { id, email, hasConfirmedMailbox }, mail, now);
};
