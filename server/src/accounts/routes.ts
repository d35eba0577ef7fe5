import * as contract from '@portal/contract/accounts';
import * as undoCalls from '@portal/contract/contact-undo';
import { isoTaipei } from '@portal/contract/dates';
import * as lookups from '@portal/contract/lookups';
import * as mailbox from '@portal/contract/mailbox';
import * as passwords from '@portal/contract/passwords';
import * as personForm from '@portal/contract/person-form';
import * as sessionCalls from '@portal/contract/sessions';
import { asc, eq, or, sql } from 'drizzle-orm';
import { type Database, inTransaction } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { cacheFor, type Prepared, prepareJson } from '../platform/prepared.ts';
import { askForConfirmation } from './ask-for-confirmation.ts';
import { askForReset } from './ask-for-reset.ts';
import { changePassword } from './change-password.ts';
import { confirmMailbox } from './confirm-mailbox.ts';
import { clientOf } from './device.ts';
import type { TraineeRoutes } from './gate.ts';
import { type Entrance, logIn } from './log-in.ts';
import { endOtherSessions, endOwnSession, findOwnSessions } from './own-sessions.ts';
import { presentSession, presentUser, sentFields } from './present.ts';
import { previewUndo } from './preview-undo.ts';
import { findPhotoOwner } from './queries.ts';
import { recordView } from './record-view.ts';
import { register } from './register.ts';
import { renewSession } from './renew-session.ts';
import { resetPassword } from './reset-password.ts';
import { logSecurityEvent, securityLog } from './security-log.ts';
import { sendPasswordCode } from './send-password-code.ts';
import { endSession, hashToken, IDLE_LIMIT } from './sessions.ts';
import { findShownUser } from './shown-user.ts';
import { areas, careers, cities, educationStatuses, educations } from './tables.ts';
import { undoContactChange } from './undo-contact-change.ts';
import { updateProfile } from './update-profile.ts';

/** Seconds. This reference data changes only with a release. */
const REFERENCE_SECONDS = 300;

const presentEntrance = async (db: Database, { accountId, token }: Entrance): Promise<contract.LoggedIn> => ({
  user: presentUser(await findShownUser(db, { accountId, tokenHash: hashToken(token) })),
  access_token: token,
});

const namesOf = (
  db: Database,
  table: typeof cities | typeof careers | typeof educations | typeof educationStatuses,
) => db.select({ id: table.id, name: table.name }).from(table).orderBy(asc(table.position));

/** The areas of a city, by its id or name; empty for an unknown city. */
const areasOf = (db: Database, city: string) =>
  db
    .select({ id: areas.id, name: areas.name, code: areas.code })
    .from(areas)
    .innerJoin(cities, eq(cities.id, areas.cityId))
    .where(or(sql`${cities.id}::text = ${city}`, eq(cities.name, city)))
    .orderBy(asc(areas.position));

const referenceRoutes: TraineeRoutes = (serve, { db }) => {
  const kept = cacheFor<Prepared>(REFERENCE_SECONDS);
  const prepared = (key: string, now: Date, read: () => Promise<unknown>) =>
    kept(key, now, async () => prepareJson(await read(), REFERENCE_SECONDS));

  serve(lookups.cities, ({ now }) => prepared('cities', now, () => namesOf(db, cities)));
  serve(lookups.careers, ({ now }) => prepared('careers', now, () => namesOf(db, careers)));
  serve(lookups.educations, ({ now }) => prepared('educations', now, () => namesOf(db, educations)));
  serve(lookups.educationstatuses, ({ now }) =>
    prepared('educationstatuses', now, () => namesOf(db, educationStatuses)),
  );
  serve(lookups.areas, ({ query: { city }, now }) =>
    prepared(`areas of ${city}`, now, () => areasOf(db, city)),
  );
};

export const accountRoutes: TraineeRoutes = (serve, services, app) => {
  const { db, files, log } = services;
  const { birthdayPasswordDays: defaultPasswordDays } = services.config;
  const logged = securityLog(services);

  serve(contract.login, async ({ body, address, userAgent, now }) =>
    presentEntrance(
      db,
      await logged('login', { address, account: body.account }, () =>
        logIn(db, body, { address, userAgent, defaultPasswordDays, now }),
      ),
    ),
  );

  serve(contract.logout, async ({ actor, address }) => {
    if (actor) await logged('session.end', { address, ...actor }, () => endSession(db, actor.tokenHash));
    return { message: '已登出' };
  });

  serve(personForm.register, async ({ body, file, idempotency, address, userAgent, now }) => {
    const circumstances = { photo: file?.bytes ?? null, idempotency, address, userAgent, now };
    const entrance = await logged('account.register', { address }, () =>
      register(services, body, circumstances),
    );
    return presentEntrance(db, entrance);
  });

  serve(personForm.updateProfile, async ({ actor, body, file, address, now }) => {
    const photo = file?.bytes ?? null;
    const fields = await logged('profile.change', { address, ...actor }, () =>
      updateProfile(services, { form: body, photo }, { actor, session: actor, address, now }),
    );
    if (fields.some((field) => field === 'email' || field === 'passportNo')) {
      logSecurityEvent(log, { event: 'contact.change', outcome: 'ok', address, accountId: actor.accountId });
    }
    return presentUser(await findShownUser(db, actor), sentFields(body));
  });

  serve(passwords.updatePassword, async ({ actor, body, address, now }) => {
    await logged('password.change', { address, ...actor }, () =>
      changePassword(db, body, { actor, address, now }),
    );
    return presentUser(await findShownUser(db, actor));
  });

  serve(passwords.sendPasswordCode, async ({ actor, now }) => {
    await sendPasswordCode(db, actor.accountId, now);
    return { message: '驗證碼已寄至您登錄的電子郵件' };
  });

  serve(passwords.forget, async ({ body, address, now }) => {
    await logged('password.ask_reset', { address, account: body.account }, () =>
      askForReset(db, body, { address, now }),
    );
    return { message: '請至您的電子信箱收信' };
  });

  serve(passwords.resetPassword, async ({ body, address, now }) => {
    await logged('password.reset', { address }, () => resetPassword(db, body, { address, now }));
    return { message: '已成功更新密碼' };
  });

  serve(mailbox.confirmMailbox, async ({ actor, body: { token }, address, now }) => {
    const { accountId } = await logged('mailbox.confirm', { address }, async () => ({
      accountId: await inTransaction(db, (tx) => confirmMailbox(tx, token, now)),
    }));
    return { message: '電子信箱已確認', own: actor?.accountId === accountId };
  });

  serve(mailbox.resendConfirmation, async ({ actor, now }) => {
    await inTransaction(db, (tx) => askForConfirmation(tx, actor.accountId, now));
    return { message: '已重寄確認信，請至您的電子信箱收信' };
  });

  serve(contract.renewSession, async ({ actor, idempotency, now, ...caller }) => {
    const key = idempotency?.key ?? null;
    const fresh = await renewSession(db, { actor, key, client: clientOf(caller), now });
    if (!fresh) throw new Refusal('session_ended');
    const entrance = await presentEntrance(db, { accountId: actor.accountId, token: fresh.token });
    const unused = Math.min(now.getTime() + IDLE_LIMIT, fresh.expiresAt.getTime());
    return { ...entrance, expires_at: isoTaipei(new Date(unused)) };
  });

  serve(undoCalls.previewUndo, async ({ body, now }) => previewUndo(db, body.token, now));

  serve(undoCalls.undoContactChange, async ({ body, address, now }) => {
    const { resetToken } = await logged('contact.undo', { address }, () =>
      undoContactChange(db, { token: body.token, now }),
    );
    return { message: '已復原變更，所有裝置的登入均已結束', token: resetToken };
  });

  serve(sessionCalls.ownSessions, async ({ actor, now }) =>
    (await findOwnSessions(db, actor, now)).map(presentSession),
  );

  serve(sessionCalls.endOwnSession, async ({ actor, params, address }) => {
    await logged('session.end', { address, ...actor }, () => endOwnSession(db, actor, params.id));
    return { message: '已結束該裝置的登入' };
  });

  serve(sessionCalls.endOtherSessions, async ({ actor, address }) => {
    await logged('session.end', { address, ...actor }, () => endOtherSessions(db, actor));
    return { message: '已結束其他裝置的登入' };
  });

  serve(contract.photo, async ({ actor, params, now }) => {
    // An invalid key gets the same answer as one without access.
    const key = `photos/${params.key}`;
    const owner = /^photos\/[A-Za-z0-9_-]{1,100}$/.test(key) ? await findPhotoOwner(db, actor, key) : null;
    const bytes = owner === null ? null : await files.read(key);
    if (owner === null || !bytes) throw new Refusal('not_found');
    await recordView(db, { viewerId: actor.accountId, viewedId: owner, what: 'photo' }, now);
    return bytes;
  });

  referenceRoutes(serve, services, app);
};
