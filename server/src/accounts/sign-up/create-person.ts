import { today } from '@portal/contract/dates';
import type { NewPersonFields } from '@portal/contract/office/new-person';
import { birthdayFault } from '@portal/contract/person-form';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { accounts } from '../tables.ts';
import { registeredLetter } from './letters.ts';

export interface NewPerson {
  readonly country: 'local' | 'foreign';
  readonly idNumber: string | null;
  readonly passportNo: string | null;
  readonly chineseName: string;
  readonly birthday: string;
  readonly cellPhone: string;
  readonly email: string | null;
  readonly organizationId: number;
}

/** The number of the other kind of people is left out. */
export const newPersonOf = (form: NewPersonFields): Omit<NewPerson, 'organizationId'> => ({
  country: form.country,
  idNumber: form.country === 'local' ? form.id_number : null,
  passportNo: form.country === 'foreign' ? form.passport_no : null,
  chineseName: form.chinese_name,
  birthday: form.birthday,
  cellPhone: form.cell_phone,
  email: form.email ?? null,
});

/** The digits of the birth date. Hash before the transaction. */
export const hashDefaultPassword = ({ birthday }: Pick<NewPerson, 'birthday'>): Promise<string> =>
  hashPassword(birthday.replaceAll('-', ''));

/** Adds a person with the default password. Throws if the number has an account. */
export const createPerson = async (
  tx: Tx,
  { passwordHash, ...person }: NewPerson & { passwordHash: string },
  { actor, now }: Context<Staff>,
): Promise<number> => {
  if (birthdayFault(person.birthday, today(now))) throw new Refusal('birthday_after_today');
  const [created] = await tx
    .insert(accounts)
    .values({
      ...{ ...person, passwordHash, passwordIsBirthday: true },
      ...{ importedAt: now, createdAt: now, updatedAt: now },
    })
    .onConflictDoNothing()
    .returning({ id: accounts.id });
  const field = person.country === 'local' ? 'id_number' : 'passport_no';
  if (!created) throw new Refusal('person_exists', { field });
  const event = { actor, action: 'account.create', subject: 'account', subjectId: created.id } as const;
  await recordEvent(tx, event, now);
  const mail = registeredLetter({ name: person.chineseName });
  await queueMail(tx, { id: created.id, email: person.email }, mail, now);
  return created.id;
};
