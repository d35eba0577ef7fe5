import { type ChangedField, changedFieldNames } from '@portal/contract/office/event-fields';
import type { PersonEditForm } from '@portal/contract/office/people';
import { contactRules } from '@portal/contract/person-form';
import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { refuseOldVersion } from '../../audit/version.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { invalid, Refusal, refuseAll } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { findPlace, requireChoice } from '../lookups/chosen.ts';
import { findAccount, lockAccount, type Person } from '../queries.ts';
import { accounts } from '../tables.ts';
import { profileEditedLetter } from './letters.ts';
import { versionedPerson } from './person-version.ts';

type Form = Omit<PersonEditForm, 'version'>;

interface Edit extends PersonEditForm {
  readonly accountId: number;
}

/** The columns that staff may change. */
const fields = [
  ...(['englishName', 'sex', 'cellPhone', 'homePhone', 'companyPhone'] as const),
  ...(['cityId', 'areaId', 'address', 'addressCode'] as const),
  ...(['employer', 'careerId', 'educationId', 'educationStatusId', 'school', 'department'] as const),
] satisfies readonly ChangedField[];

const refuseFaults = ({ country }: Person, form: Form): void => {
  const faults = contactRules(country).flatMap((rule) => rule.faults(form));
  refuseAll(faults.map(({ field, text }) => invalid({ [field]: [text] })));
};

const columnsOf = async (tx: Tx, person: Person, form: Form) => {
  const { career_id: careerId, education: educationId, educationstatuse: educationStatusId } = form;
  await requireChoice(tx, 'career', { chosen: careerId, own: person.careerId });
  await requireChoice(tx, 'education', { chosen: educationId, own: person.educationId });
  await requireChoice(tx, 'educationStatus', { chosen: educationStatusId, own: person.educationStatusId });
  const { english_name: englishName, sex, address, address_code: addressCode, school, department } = form;
  return {
    ...{ englishName, sex, address, addressCode, school, department, employer: form.career },
    ...{ cellPhone: form.cell_phone, homePhone: form.home_phone, companyPhone: form.company_phone },
    ...{ careerId, educationId, educationStatusId },
    ...(await findPlace(tx, form)),
  };
};

/** `fields` are named as people call them. */
export const queueChangeMail = (tx: Tx, person: Person, fields: string[], now: Date): Promise<void> => {
  const { id, email, chineseName } = person;
  return queueMail(tx, { id, email }, profileEditedLetter({ name: chineseName ?? '', fields }), now);
};

/** Changes what people may change themselves, but not the mailbox, which its owner confirms. Throws if somebody else changed it first. */
export const editPerson = async (
  tx: Tx,
  { accountId, version, ...form }: Edit,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  await lockAccount(tx, accountId);
  await refuseOldVersion(tx, versionedPerson(accountId), version);
  const person = await findAccount(tx, accountId);
  if (person.suspendedAt) throw new Refusal('person_suspended');
  refuseFaults(person, form);
  const columns = await columnsOf(tx, person, form);
  const changed = fields.filter((field) => columns[field] !== person[field]);
  if (changed.length === 0) return;
  const isNewPhone = changed.includes('cellPhone');
  await tx
    .update(accounts)
    .set({ ...columns, ...(isNewPhone && { phoneConfirmedAt: null }), updatedAt: now })
    .where(eq(accounts.id, accountId));
  const names = changed.map((field) => changedFieldNames[field]);
  await queueChangeMail(tx, person, names, now);
  const event = { actor, action: 'account.edit', subject: 'account', subjectId: accountId } as const;
  await recordEvent(tx, { ...event, after: { fields: changed } }, now);
};
