import * as contract from '@portal/contract/office/people';
import { sendResetLink } from '../../accounts/passwords/send-reset-link.ts';
import { editPerson } from '../../accounts/profile/edit-person.ts';
import { versionedPerson } from '../../accounts/profile/person-version.ts';
import { rejectPhoto } from '../../accounts/profile/reject-photo.ts';
import { findAccount } from '../../accounts/queries.ts';
import { endSessionsOf } from '../../accounts/suspension/end-sessions-of.ts';
import { resumePerson } from '../../accounts/suspension/resume-person.ts';
import { suspendPerson } from '../../accounts/suspension/suspend-person.ts';
import type { Context } from '../../audit/actor.ts';
import { findVersion } from '../../audit/version.ts';
import { documentHeaders } from '../../documents/headers.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { AnswerWithHeaders } from '../../platform/http/http.ts';
import { type IdempotencyKey, onceOnly } from '../../platform/http/idempotency.ts';
import type { Staff } from '../../staff/actors.ts';
import { findActorNames } from '../../staff/find-actor-name.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { addPerson } from '../acts/add-person.ts';
import { changeIdentityWithProof } from '../acts/change-identity.ts';
import { findIdentityChanges, openIdentityProof } from '../acts/identity-changes.ts';
import { replacePhotoByStaff } from '../acts/replace-photo-by-staff.ts';
import { requireOwnPerson } from '../acts/require-own-person.ts';
import { presentEdited, presentIdentityChange } from '../page/present-person.ts';
import { showPerson } from '../page/show-person.ts';

interface ActCall extends Context<Staff> {
  readonly params: { readonly id: number };
}

const additionRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.addPerson, async ({ body, idempotency, actor, now }) => ({
    id: await addPerson(db, body, { idempotency, actor, now }),
  }));
};

const standingRoutes: OfficeRoutes = (serve, { db }) => {
  const act = async (
    { params: { id: accountId }, actor, now }: ActCall,
    work: (tx: Tx, accountId: number, by: Context<Staff>) => Promise<void>,
  ) => {
    await inTransaction(db, async (tx) => {
      await requireOwnPerson(tx, { accountId, right: 'person.edit' }, actor);
      await work(tx, accountId, { actor, now });
    });
    return showPerson(db, accountId, { actor, now });
  };

  serve(contract.suspendPerson, (call) =>
    act(call, (tx, accountId, by) => suspendPerson(tx, { accountId, ...call.body }, by)),
  );

  serve(contract.resumePerson, (call) =>
    act(call, (tx, accountId, by) => resumePerson(tx, { accountId, ...call.body }, by)),
  );

  serve(contract.endPersonSessions, (call) =>
    act(call, (tx, accountId, by) => endSessionsOf(tx, { accountId }, by)),
  );

  serve(contract.editedPerson, async ({ params: { id: accountId }, actor }) => {
    await requireOwnPerson(db, { accountId, right: 'person.edit' }, actor);
    const version = await findVersion(db, versionedPerson(accountId));
    return presentEdited(await findAccount(db, accountId), version);
  });

  serve(contract.editPerson, (call) =>
    act(call, (tx, accountId, by) => editPerson(tx, { accountId, ...call.body }, by)),
  );

  const actOnce = async (
    {
      params: { id: accountId },
      idempotency,
      actor,
      now,
    }: ActCall & { readonly idempotency: IdempotencyKey | null },
    work: (tx: Tx, accountId: number, by: Context<Staff>) => Promise<void>,
  ) => {
    await onceOnly(db, idempotency, now, async (tx) => {
      await requireOwnPerson(tx, { accountId, right: 'person.edit' }, actor);
      await work(tx, accountId, { actor, now });
    });
    return showPerson(db, accountId, { actor, now });
  };

  serve(contract.sendPersonResetLink, (call) =>
    actOnce(call, (tx, accountId, by) => sendResetLink(tx, { accountId }, by)),
  );

  serve(contract.rejectPersonPhoto, (call) =>
    actOnce(call, (tx, accountId, by) => rejectPhoto(tx, { accountId, ...call.body }, by)),
  );
};

const photoRoutes: OfficeRoutes = (serve, services) => {
  serve(contract.replacePersonPhoto, async ({ params: { id }, file, idempotency, actor, now }) => {
    if (!file) throw new Refusal('photo_not_image');
    const photo = { accountId: id, bytes: file.bytes };
    await replacePhotoByStaff(services, photo, { idempotency, actor, now });
    return showPerson(services.db, id, { actor, now });
  });
};

const identityRoutes: OfficeRoutes = (serve, services) => {
  const { db, files } = services;

  serve(contract.changeIdentity, async ({ params: { id }, body, file, idempotency, actor, now }) => {
    if (!file || file.bytes.length === 0) throw new Refusal('document_missing');
    const change = { ...body, accountId: id, bytes: file.bytes };
    const { certificates } = await changeIdentityWithProof(services, change, { actor, now, idempotency });
    return { person: await showPerson(db, id, { actor, now }), certificates };
  });

  serve(contract.identityChanges, async ({ params: { id }, actor }) => {
    const changes = await findIdentityChanges(db, id, actor);
    const names = await findActorNames(
      db,
      changes.map(({ changedBy }) => changedBy),
    );
    return changes.map((change) => presentIdentityChange(change, names.get(change.changedBy) ?? ''));
  });

  serve(contract.identityProof, async ({ params: { id }, actor, now }) => {
    const { kind, fileKey } = await inTransaction(db, (tx) => openIdentityProof(tx, id, { actor, now }));
    const bytes = await files.read(fileKey);
    if (!bytes) throw new Refusal('not_found');
    return new AnswerWithHeaders(bytes, documentHeaders({ name: '身分資料變更證明', kind }));
  });
};

export const personActRoutes: OfficeRoutes = (...given) => {
  additionRoutes(...given);
  standingRoutes(...given);
  photoRoutes(...given);
  identityRoutes(...given);
};
