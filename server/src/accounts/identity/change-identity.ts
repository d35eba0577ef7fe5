import { today } from '@portal/contract/dates';
import { type ChangedField, changedFieldNames } from '@portal/contract/office/event-fields';
import { birthdayFault, identityFaults } from '@portal/contract/person-form';
import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { refuseOldVersion } from '../../audit/version.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { violatedConstraint } from '../../platform/database/violated-constraint.ts';
import { invalid, Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { identityChangedLetter } from '../profile/letters.ts';
import { versionedPerson } from '../profile/person-version.ts';
import { endUndoLinks } from '../profile/release-identifier.ts';
import { findAccount, isNumberTaken, lockAccount, type Person } from '../queries.ts';
import { moveFailures } from '../sign-in/sign-in-budget.ts';
import { hashDefaultPassword } from '../sign-up/create-person.ts';
import { accounts } from '../tables.ts';

/** Null keeps what is stored. */
interface NewIdentity {
  readonly accountId: number;
  readonly chineseName: string | null;
  /** Normalised. */
  readonly number: string | null;
  readonly birthday: string | null;
  readonly reason: string;
  /** That the officer has seen. */
  readonly version: number;
}

export interface Identity {
  readonly chineseName: string | null;
  readonly number: string;
  readonly birthday: string | null;
}

interface IdentityChange {
  readonly before: Identity;
  readonly after: Identity;
}

const fields = ['chineseName', 'number', 'birthday'] as const satisfies readonly ChangedField[];
type Field = (typeof fields)[number];

export const changedFields = ({ before, after }: IdentityChange): Field[] =>
  fields.filter((field) => before[field] !== after[field]);

const refuseFaults = (person: Person, { number, birthday }: NewIdentity, now: Date): void => {
  const { country } = person;
  const given = { country, id_number: number, passport_no: number };
  const [fault] = number === null ? [] : identityFaults(given);
  if (fault) throw invalid({ number: [fault.text] });
  const wrongDay = birthday === null ? null : birthdayFault(birthday, today(now));
  if (wrongDay) throw invalid({ birthday: [wrongDay] });
};

/** The default password is the birth date: it changes with it. */
const passwordOf = async ({ passwordIsBirthday }: Person, birthday: string | null) =>
  passwordIsBirthday && birthday !== null ? { passwordHash: await hashDefaultPassword({ birthday }) } : {};

const write = async (tx: Tx, person: Person, after: Identity, now: Date): Promise<void> => {
  const { number, chineseName, birthday } = after;
  const isNewDay = birthday !== person.birthday;
  await tx
    .update(accounts)
    .set({
      ...{ chineseName, birthday, updatedAt: now },
      ...(person.country === 'local' ? { idNumber: number } : { passportNo: number }),
      ...(isNewDay ? await passwordOf(person, birthday) : {}),
    })
    .where(eq(accounts.id, person.id))
    .catch((error: unknown) => {
      const isTaken = isNumberTaken(error) || violatedConstraint(error) === 'accounts_idNumber_unique';
      throw isTaken ? new Refusal('identity_taken') : error;
    });
};

/** Changes what trainees cannot change themselves. Throws if somebody else changed it first, nothing would change or another account has the number. */
export const changeIdentity = async (
  tx: Tx,
  wanted: NewIdentity,
  { actor, now }: Context<Staff>,
): Promise<IdentityChange> => {
  const { accountId, reason, version } = wanted;
  await lockAccount(tx, accountId);
  await refuseOldVersion(tx, versionedPerson(accountId), version);
  const person = await findAccount(tx, accountId);
  refuseFaults(person, wanted, now);
  const before = { chineseName: person.chineseName, number: person.account, birthday: person.birthday };
  const after = {
    chineseName: wanted.chineseName ?? before.chineseName,
    number: wanted.number ?? before.number,
    birthday: wanted.birthday ?? before.birthday,
  };
  const changed = changedFields({ before, after });
  if (changed.length === 0) throw new Refusal('identity_unchanged');
  await write(tx, person, after, now);
  await moveFailures(tx, before.number, after.number);
  // A link of an earlier change must not bring back the former number.
  await endUndoLinks(tx, accountId, now);
  const letter = { name: after.chineseName ?? '', fields: changed.map((field) => changedFieldNames[field]) };
  await queueMail(tx, { id: accountId, email: person.email }, identityChangedLetter(letter), now);
  const event = {
    actor,
    action: 'account.change_identity',
    subject: 'account',
    subjectId: accountId,
  } as const;
  await recordEvent(tx, { ...event, after: { fields: changed, reason } }, now);
  return { before, after };
};
