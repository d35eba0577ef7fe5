import { today } from '@portal/contract/dates';
import { type ProfileForm, type ProfileOwner, profileRules } from '@portal/contract/person-form';
import { eq } from 'drizzle-orm';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { collectFieldErrors, invalid, Refusal, refuseAll } from '../../platform/errors.ts';
import { cleanPicture } from '../../platform/files/pictures.ts';
import type { Services } from '../../platform/services.ts';
import type { Trainee } from '../actors.ts';
import { findChoices } from '../lookups/choices.ts';
import { leaveMailbox } from '../mailbox/leave-mailbox.ts';
import { keepPendingEmail } from '../mailbox/pending-email.ts';
import { queueFormerAddressMail } from '../mailbox/queue-former-address-mail.ts';
import { endResetLinks } from '../passwords/reset-links.ts';
import { becomesBirthday, refusePasswordAsNumber } from '../passwords/weak-password.ts';
import { findAccount, isNumberTaken, lockAccount, type Person } from '../queries.ts';
import { recordOwnEvent } from '../record-own-event.ts';
import { refuseEndedSession } from '../sign-in/sessions.ts';
import { moveFailures } from '../sign-in/sign-in-budget.ts';
import { accounts } from '../tables.ts';
import { acceptPrivacy } from './accept-privacy.ts';
import { personColumns } from './person-columns.ts';
import { discardPhoto, markReplaced, PHOTO_SIZE, removeSurplusPhotos, storePhoto } from './photos.ts';

interface SentProfile {
  readonly form: ProfileForm;
  /** Null keeps the current photo. */
  readonly photo: Uint8Array | null;
}

interface ProfileCircumstances {
  readonly actor: Trainee;
  /** If it has ended, nothing is changed. */
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

const refuseFaults = (form: ProfileForm, person: Person, now: Date): void => {
  const rules = profileRules(ownerOf(person), today(now));
  const faults = rules.flatMap((rule) => rule.faults(form));
  refuseAll([
    ...(isAnotherOrganization(form.organization_id, person) ? [new Refusal('organization_locked')] : []),
    ...faults.map(({ field, text }) => invalid({ [field]: [text] })),
  ]);
};

interface Change {
  readonly actor: Trainee;
  readonly form: ProfileForm;
  readonly choices: Choices;
  readonly passwordHash: string;
  readonly passwordIsBirthday: boolean;
  readonly photoKey: string | null;
  readonly session: ProfileCircumstances['session'];
  readonly now: Date;
}

/** Stored values are hidden while the default password is in use, so empty fields keep them. */
const filledColumns = (form: ProfileForm, person: Person) => {
  const columns = personColumns(form);
  if (!person.passwordIsBirthday) return columns;
  const filled = Object.entries(columns).filter(([name, value]) => name !== 'email' && value !== null);
  return Object.fromEntries(filled) as Partial<typeof columns>;
};

/** `refuseFaults` has checked read-only fields. A stored name keeps its exact spelling, which forms cannot send. */
const columnsOf = ({ form, choices, passwordIsBirthday }: Change, person: Person) => ({
  ...filledColumns(form, person),
  ...choices,
  chineseName: person.chineseName ?? form.chinese_name,
  birthday: form.birthday,
  passwordIsBirthday: person.passwordIsBirthday || passwordIsBirthday,
  passportNo: person.country === 'foreign' ? form.passport_no : person.passportNo,
});

const changedFields = (before: object, after: object): string[] =>
  Object.entries(after)
    .filter(([name, value]) => value !== Reflect.get(before, name))
    .map(([name]) => name);

/** The lock makes the second of two simultaneous changes see the first. */
const write = (db: Database, change: Change) =>
  inTransaction(db, async (tx) => {
    const { actor, form, photoKey, now } = change;
    const { accountId } = actor;
    await lockAccount(tx, accountId);
    if (change.session) await refuseEndedSession(tx, change.session);
    const before = await findAccount(tx, accountId);
    if (before.passwordHash !== change.passwordHash) throw new Refusal('in_flight');
    refuseFaults(form, before, now);
    const columns = { ...columnsOf(change, before), ...(photoKey && { photoKey }) };
    const keepsPhone = form.cell_phone === before.cellPhone;
    const [after = before] = await tx
      .update(accounts)
      .set({ ...columns, ...(!keepsPhone && { phoneConfirmedAt: null }), updatedAt: now })
      .where(eq(accounts.id, accountId))
      .returning({ account: accounts.account });
    await moveFailures(tx, before.account, after.account);
    await acceptPrivacy(tx, { accountId, version: form.privacy_version }, now);
    const isPending = before.passwordIsBirthday;
    if (isPending && change.session) {
      const pending = form.email === before.email ? null : form.email;
      await keepPendingEmail(tx, change.session.tokenHash, pending);
    }
    const email = isPending ? before.email : form.email;
    if (!isPending && before.email !== form.email) await leaveMailbox(tx, before, form.email, now);
    await queueFormerAddressMail(tx, before, { email, passportNo: form.passport_no }, now);
    // A link mailed to the former address must no longer work.
    if (before.email !== email) await endResetLinks(tx, accountId, now);
    const fields = changedFields(before, columns);
    await recordOwnEvent(tx, { action: 'account.update', after: { fields } }, { actor, now });
    if (photoKey && before.photoKey) await markReplaced(tx, accountId, before.photoKey, now);
    return fields;
  });

/** Reports all errors at once. Throws `in_flight` if the password changes meanwhile. Returns the changed columns. */
export const updateProfile = async (
  { db, files, log }: Pick<Services, 'db' | 'files' | 'log'>,
  { form, photo }: SentProfile,
  { actor, session, address, now }: ProfileCircumstances,
): Promise<readonly string[]> => {
  const { accountId } = actor;
  const person = await findAccount(db, accountId);
  const [, choices, picture, passwordIsBirthday] = await collectFieldErrors([
    (async () => refuseFaults(form, person, now))(),
    findChoices(db, form, person),
    photo && cleanPicture(photo, PHOTO_SIZE),
    becomesBirthday(form.birthday, person),
  ]);
  // Check last: it counts against the password budget, so other errors must come first.
  await refusePasswordAsNumber(db, form.passport_no, person, { address, now });
  const photoKey = await storePhoto({ files }, picture);
  const { passwordHash } = person;
  const change = { actor, form, choices, passwordHash, passwordIsBirthday, photoKey, session, now };
  const fields = await write(db, change).catch(async (error: unknown) => {
    const refusal = isNumberTaken(error) ? new Refusal('passport_no_used') : error;
    // Other errors may come after the commit: the row may exist and need its file.
    if (refusal instanceof Refusal) await discardPhoto({ files, log }, photoKey);
    throw refusal;
  });
  if (photoKey) await removeSurplusPhotos({ db, files, log }, accountId);
  return fields;
};
