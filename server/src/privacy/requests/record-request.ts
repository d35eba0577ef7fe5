import { addYears, today } from '@portal/contract/dates';
import type { RequestForm } from '@portal/contract/office/privacy';
import { and, eq } from 'drizzle-orm';
import { findAccount, findByIdentifier, lockAccount, type Person } from '../../accounts/queries.ts';
import { actorName, type Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { may } from '../../staff/policy.ts';
import { requestRecordedLetter } from '../letters.ts';
import { dueOn } from '../rules.ts';
import { privacyRequests } from '../tables.ts';
import { HANDLE } from './find-request.ts';

/** The record that the person's is part of now, if it was merged. */
const lockSurvivor = async (tx: Tx, person: Person): Promise<Person> => {
  if (person.mergedIntoId === null) return person;
  await lockAccount(tx, person.mergedIntoId);
  return lockSurvivor(tx, await findAccount(tx, person.mergedIntoId));
};

const lockPerson = async (tx: Tx, number: string, actor: Staff) => {
  const found = await findByIdentifier(tx, number);
  if (!found) throw new Refusal('privacy_person_unknown');
  await lockAccount(tx, found.accountId);
  const holder = await findAccount(tx, found.accountId);
  // Another account may hold the number by now.
  if (holder.account !== number) throw new Refusal('privacy_person_unknown');
  const person = await lockSurvivor(tx, holder);
  if (!may(actor, HANDLE, person.organizationId)) throw new Refusal('privacy_person_unknown');
  return person;
};

const refuseSecond = async (tx: Tx, accountId: number, kind: RequestForm['kind']): Promise<void> => {
  const [open] = await tx
    .select({ id: privacyRequests.id })
    .from(privacyRequests)
    .where(
      and(
        eq(privacyRequests.accountId, accountId),
        eq(privacyRequests.kind, kind),
        eq(privacyRequests.state, 'requested'),
      ),
    );
  if (open) throw new Refusal('privacy_request_open');
};

/** The period in the law begins on the day on which the request arrived. */
const arrival = (requestedOn: string, now: Date): Date => {
  const day = today(now);
  if (requestedOn > day || requestedOn < addYears(day, -1)) throw new Refusal('privacy_requested_later');
  return requestedOn === day ? now : new Date(`${requestedOn}T00:00:00+08:00`);
};

/** A request that came to the counter, by letter or on the phone. Returns its id. */
export const recordRequest = async (
  tx: Tx,
  { number, kind, requestedOn, note }: RequestForm,
  { actor, now }: Context<Staff>,
): Promise<number> => {
  const requestedAt = arrival(requestedOn, now);
  const person = await lockPerson(tx, number, actor);
  const { id: accountId, organizationId } = person;
  await refuseSecond(tx, accountId, kind);
  const row = { accountId, kind, requestedAt, note, recordedBy: actorName(actor) };
  const [request] = await tx.insert(privacyRequests).values(row).returning({ id: privacyRequests.id });
  if (!request) throw new Error('the request was not inserted');
  const event = { actor, action: 'privacy.record', subject: 'privacy_request' } as const;
  await recordEvent(
    tx,
    { ...event, subjectId: request.id, organizationId: organizationId ?? undefined, after: { kind } },
    now,
  );
  const day = dueOn({ kind, requestedAt, extendedAt: null });
  await queueMail(tx, person, requestRecordedLetter({ name: person.chineseName ?? '', kind, day }), now);
  return request.id;
};
