import { today } from '@portal/contract/dates';
import { birthdayFault, type RegistrationForm } from '@portal/contract/person-form';
import { queueMail } from '../../mail/queue.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { collectFieldErrors, Refusal } from '../../platform/errors.ts';
import { cleanPicture } from '../../platform/files/pictures.ts';
import { type IdempotencyKey, keyReused, onceOnly } from '../../platform/http/idempotency.ts';
import type { Services } from '../../platform/services.ts';
import { proveTrainee } from '../actors.ts';
import { findChoices } from '../lookups/choices.ts';
import { isCommonPassword } from '../passwords/common-passwords.ts';
import { hashGuestPassword } from '../passwords/passwords.ts';
import { acceptPrivacy } from '../profile/accept-privacy.ts';
import { personColumns } from '../profile/person-columns.ts';
import { discardPhoto, PHOTO_SIZE, storePhoto } from '../profile/photos.ts';
import { recordOwnEvent } from '../record-own-event.ts';
import { clientOf } from '../sign-in/device.ts';
import { rememberAddress } from '../sign-in/known-addresses.ts';
import { logIn, type StartedSession } from '../sign-in/log-in.ts';
import { startSession } from '../sign-in/sessions.ts';
import type { LoginCircumstances } from '../sign-in/with-password.ts';
import { accounts } from '../tables.ts';
import { registeredLetter } from './letters.ts';
import { refuseSpentRegistrations, withCountedRegistration } from './registration-budget.ts';

interface SignUpCircumstances {
  readonly photo: Uint8Array | null;
  readonly idempotency: IdempotencyKey | null;
  readonly address: string;
  readonly userAgent?: string;
  readonly now: Date;
}

type Parts = Pick<Services, 'db' | 'files' | 'log' | 'config'>;
type NewAccount = typeof accounts.$inferInsert;

const refuseFutureBirthday = async (birthday: string, now: Date): Promise<void> => {
  if (birthdayFault(birthday, today(now))) throw new Refusal('birthday_after_today');
};

const refuseCommonPassword = async (password: string): Promise<void> => {
  if (isCommonPassword(password)) throw new Refusal('password_common');
};

/** The columns filled from the form. Drops the identifier of the other country. */
const personOf = (form: RegistrationForm) => ({
  country: form.country,
  idNumber: form.country === 'local' ? form.id_number : null,
  passportNo: form.country === 'foreign' ? form.passport_no : null,
  chineseName: form.chinese_name,
  birthday: form.birthday,
  ...personColumns(form),
});

const insertAccount = async (tx: Tx, account: NewAccount): Promise<number> => {
  // Case and width are normalised, so the unique indexes catch every variant. Simultaneous inserts wait here.
  const [created] = await tx
    .insert(accounts)
    .values(account)
    .onConflictDoNothing()
    .returning({ id: accounts.id });
  if (!created) throw new Refusal(account.country === 'local' ? 'id_number_taken' : 'passport_no_taken');
  return created.id;
};

const createOnce = async (
  db: Database,
  account: NewAccount,
  { idempotency, address, now, privacyVersion }: SignUpCircumstances & { privacyVersion: string | null },
): Promise<{ accountId: number; isNew: boolean }> => {
  let made: { accountId: number } | undefined;
  const answer = await onceOnly(db, idempotency, now, async (tx) => {
    const accountId = await insertAccount(tx, account);
    await acceptPrivacy(tx, { accountId, version: privacyVersion }, now);
    await rememberAddress(tx, accountId, address, now);
    await recordOwnEvent(tx, { action: 'account.register' }, { actor: proveTrainee({ accountId }), now });
    const recipient = { id: accountId, email: account.email ?? null };
    await queueMail(tx, recipient, registeredLetter({ name: account.chineseName ?? '' }), now);
    made = { accountId };
    return made;
  });
  return { accountId: answer.accountId, isNew: answer === made };
};

/** The fingerprint of the form leaves out the password, so a repeat must log in with it. */
const logInAgain = async (
  db: Database,
  form: RegistrationForm,
  context: LoginCircumstances & SignUpCircumstances,
): Promise<StartedSession> => {
  const account = (form.country === 'local' ? form.id_number : form.passport_no) ?? '';
  try {
    return await logIn(db, { account, password: form.password, country: form.country }, context);
  } catch (error) {
    const isOther = error instanceof Refusal && error.code === 'wrong_credentials';
    throw isOther && context.idempotency ? keyReused(context.idempotency) : error;
  }
};

type NewPerson = Omit<NewAccount, 'passwordHash' | 'photoKey' | 'createdAt' | 'updatedAt'>;

interface SubmittedRegistration {
  readonly person: NewPerson;
  readonly password: string;
  readonly picture: Uint8Array | null;
  readonly privacyVersion: RegistrationForm['privacy_version'];
}

interface MadeAccount {
  readonly accountId: number;
  readonly isNew: boolean;
}

const makeAccount = (
  { db, files, log }: Parts,
  { person, password, picture, privacyVersion }: SubmittedRegistration,
  context: SignUpCircumstances,
): Promise<MadeAccount> =>
  withCountedRegistration(db, context, async () => {
    const { now } = context;
    const passwordHash = await hashGuestPassword(password);
    const photoKey = await storePhoto({ files }, picture);
    const account = { ...person, passwordHash, photoKey, createdAt: now, updatedAt: now };
    const made = await createOnce(db, account, { ...context, privacyVersion }).catch(async (error) => {
      // Other errors may come after the commit: the row may exist and need its file.
      if (error instanceof Refusal) await discardPhoto({ files, log }, photoKey);
      throw error;
    });
    if (!made.isNew) await discardPhoto({ files, log }, photoKey);
    return made;
  });

/** Reports all errors at once. A repeat with the same key only logs in. */
export const register = async (
  parts: Parts,
  form: RegistrationForm,
  context: SignUpCircumstances,
): Promise<StartedSession> => {
  const { db } = parts;
  const { photo, now } = context;
  await refuseSpentRegistrations(db, context);
  const [choices, picture] = await collectFieldErrors([
    findChoices(db, form),
    photo && cleanPicture(photo, PHOTO_SIZE),
    refuseFutureBirthday(form.birthday, now),
    refuseCommonPassword(form.password),
  ]);
  const person = { ...personOf(form), ...choices };
  const given = { person, password: form.password, picture, privacyVersion: form.privacy_version };
  const made = await makeAccount(parts, given, context);
  if (!made.isNew) {
    const { birthdayPasswordDays: defaultPasswordDays } = parts.config;
    return logInAgain(db, form, { ...context, defaultPasswordDays });
  }
  return {
    accountId: made.accountId,
    token: await startSession(db, made.accountId, now, clientOf(context)),
  };
};
