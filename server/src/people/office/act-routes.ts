import * as contract from '@portal/contract/office/people';
import { sendResetLink } from '../../accounts/passwords/send-reset-link.ts';
import { rejectPhoto } from '../../accounts/profile/reject-photo.ts';
import { endSessionsOf } from '../../accounts/standing/end-sessions-of.ts';
import { resumePerson } from '../../accounts/standing/resume-person.ts';
import { suspendPerson } from '../../accounts/standing/suspend-person.ts';
import type { Context } from '../../audit/actor.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { type IdempotencyKey, onceOnly } from '../../platform/http/idempotency.ts';
import type { Staff } from '../../staff/actors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { requireOwnPerson } from '../acts/require-own-person.ts';
import { showPerson } from '../page/show-person.ts';

interface ActCall extends Context<Staff> {
  readonly params: { readonly id: number };
}

export const personActRoutes: OfficeRoutes = (serve, { db }) => {
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
