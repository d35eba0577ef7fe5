import { today } from '@portal/contract/dates';
import { type ProfileForm, type ProfileOwner, profileRules } from '@portal/contract/person-form';
import { eq } from 'drizzle-orm';
import { type Database, inTransaction } from '../platform/database.ts';
import { invalid, Refusal, refuseAll, together } from '../platform/errors.ts';
import { cleanPicture } from '../platform/pictures.ts';
import type { Services } from '../platform/services.ts';
import { acceptPrivacy } from './accept-privacy.ts';
import { findChoices } from './choices.ts';
import { leaveMailbox } from './leave-mailbox.ts';
import { keepPendingEmail } from './pending-email.ts';
import { personColumns } from './person-columns.ts';
import { discardPhoto, markReplaced, newPhotoKey, PHOTO_SIZE, removeSurplusPhotos } from './photos.ts';
import { findAccount, isNumberTaken, lockAccount, type Person } from './queries.ts';
import { recordOwnEvent } from './record-own-event.ts';
import { endResetLinks } from './reset-links.ts';
import { refuseEndedSession } from './sessions.ts';
import { moveFailures } from './sign-in-budget.ts';
import { accounts } from './tables.ts';
import { tellFormerAddress } from './tell-former-address.ts';
import { becomesBirthday, refusePasswordAsNumber } from './weak-password.ts';

interface Circumstances {
  /** The bytes as they came; null leaves the present photo. */
  readonly photo: Uint8Array | null;
  /** The session that changes it. Once that is ended, nothing of what it still has under way is done. */
  readonly session?: { readonly tokenHash: string } | undefined;
  readonly address: string;
  readonly now: Date;
}

type Choices = Awaited<ReturnType<typeof findChoices>>;

const ownerOf = (person: Person): ProfileOwner => ({
  country: person.country,
  chinese_name: person.chineseName,
  id_number: person.idNumber,
  passport_no: person.passportNo,
  birthday: person.birthday,
});

const isAnotherOrganization = (given: string, { organizationId, organization }: Person): boolean =>
  organizationId !== null && given !== String(organizationId) && given !== organization;

/** What the form may not say of this person: read-only fields first of all. */
const refuseFaults = (form: ProfileForm, person: Person, now: Date): void => {
  const rules = profileRules(ownerOf(person), today(now));
  const errors: Record<string, string[]> = {};
  for (const { field, text } of rules.flatMap(({ faults }) => faults(form))) {
    errors[field] = [...(errors[field] ?? []), text];
  }
  refuseAll([
    ...(isAnotherOrganization(form.organization_id, person) ? [new Refusal('organization_locked')] : []),
    ...(Object.keys(errors).length > 0 ? [invalid(errors)] : []),
  ]);
};

interface Change {
  readonly form: ProfileForm;
  readonly choices: Choices;
  /** The password that was asked. */
  readonly passwordHash: string;
  /** It is the birth date that the form gives. */
  readonly passwordIsBirthday: boolean;
  /** null leaves the present one. */
  readonly photoKey: string | null;
  readonly session: Circumstances['session'];
  readonly now: Date;
}

/**
 * What the form fills. Somebody with the default password does not see what is stored: a field that they leave empty
 * keeps its value, and so does the e-mail address until they set a password.
 */
const filledColumns = (form: ProfileForm, person: Person) => {
  const columns = personColumns(form);
  if (!person.passwordIsBirthday) return columns;
  const filled = Object.entries(columns).filter(([name, value]) => name !== 'email' && value !== null);
  return Object.fromEntries(filled) as Partial<typeof columns>;
};

/** `refuseFaults` has found what is read-only unchanged; a stored name keeps its spelling, which no form can send. */
const columnsOf = ({ form, choices, passwordIsBirthday }: Change, person: Person) => ({
  ...filledColumns(form, person),
  ...choices,
  chineseName: person.chineseName ?? form.chinese_name,
  birthday: form.birthday,
  passwordIsBirthday: person.passwordIsBirthday || passwordIsBirthday,
  passportNo: person.country === 'foreign' ? form.passport_no : person.passportNo,
});

/** The names of the columns that get another value. */
const changedFields = (before: object, after: object): string[] =>
  Object.entries(after)
    .filter(([name, value]) => value !== Reflect.get(before, name))
    .map(([name]) => name);

/** Of two who fill one empty read-only field at once the second finds it filled. */
const write = (db: Database, accountId: number, change: Change) =>
  inTransaction(db, async (tx) => {
    const { form, photoKey, now } = change;
    await lockAccount(tx, accountId);
    if (change.session) await refuseEndedSession(tx, change.session);
    const before = await findAccount(tx, accountId);
    if (before.passwordHash !== change.passwordHash) throw new Refusal('in_flight');
    refuseFaults(form, before, now);
    const columns = { ...columnsOf(change, before), ...(photoKey && { photoKey }) };
    const [after] = await tx
      .update(accounts)
      .set({ ...columns, updatedAt: now })
      .where(eq(accounts.id, accountId))
      .returning({ account: accounts.account });
    if (after && after.account !== before.account) await moveFailures(tx, before.account, after.account);
    await acceptPrivacy(tx, { accountId, version: form.privacy_version }, now);
    const isPending = before.passwordIsBirthday;
    if (isPending && change.session) {
      const pending = form.email === before.email ? null : form.email;
      await keepPendingEmail(tx, change.session.tokenHash, pending);
    }
    const email = isPending ? before.email : form.email;
    if (!isPending && before.email !== form.email) await leaveMailbox(tx, before, form.email, now);
    await tellFormerAddress(tx, before, { email, passportNo: form.passport_no }, now);
    // A link on its way to the former address must not open the account any more.
    if (before.email !== email) await endResetLinks(tx, accountId, now);
    const fields = changedFields(before, columns);
    await recordOwnEvent(tx, { accountId, action: 'account.update', after: { fields } }, now);
    if (photoKey && before.photoKey) await markReplaced(tx, accountId, before.photoKey, now);
    return fields;
  });

/**
 * Changes the account's personal data; `state` follows by itself. Everything that is wrong is refused at once; that a
 * passport number belongs to somebody else, by the unique index. What becomes the account or the birth date is held
 * against the password; one that is changed meanwhile was not asked: `in_flight`. A new photo replaces the present
 * one, whose file is kept a while for backups. The names of the columns that changed come back.
 */
export const updateProfile = async (
  { db, files, log }: Pick<Services, 'db' | 'files' | 'log'>,
  accountId: number,
  form: ProfileForm,
  { photo, session, address, now }: Circumstances,
): Promise<readonly string[]> => {
  const person = await findAccount(db, accountId);
  const [, choices, picture, passwordIsBirthday] = await together([
    (async () => refuseFaults(form, person, now))(),
    findChoices(db, form),
    photo && cleanPicture(photo, PHOTO_SIZE),
    becomesBirthday(form.birthday, person),
  ]);
  // Costs a try from the budget of passwords: what is wrong elsewhere in the form must not.
  await refusePasswordAsNumber(db, form.passport_no, person, { address, now });
  // Before the row that points to it: a file too many does no harm, one too few does.
  const photoKey = picture && newPhotoKey();
  if (photoKey && picture) await files.put(photoKey, picture);
  const { passwordHash } = person;
  const change = { form, choices, passwordHash, passwordIsBirthday, photoKey, session, now };
  const fields = await write(db, accountId, change).catch(async (error: unknown) => {
    const refusal = isNumberTaken(error) ? new Refusal('passport_no_used') : error;
    // After anything but a refusal it is not certain that the row is not there.
    if (refusal instanceof Refusal) await discardPhoto({ files, log }, photoKey);
    throw refusal;
  });
  if (photoKey) await removeSurplusPhotos({ db, files, log }, accountId);
  return fields;
};
