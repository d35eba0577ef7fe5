import { createHash } from 'node:crypto';
import type { IdentityChangeForm } from '@portal/contract/office/people';
import { and, count, eq } from 'drizzle-orm';
import { changedFields, changeIdentity, type Identity } from '../../accounts/identity/change-identity.ts';
import { actorName, type Context } from '../../audit/actor.ts';
import { certificates } from '../../certificates/tables.ts';
import { actWithProof, type ProofFile } from '../../documents/act-with-proof.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import type { IdempotencyKey } from '../../platform/http/idempotency.ts';
import type { Services } from '../../platform/services.ts';
import type { Staff } from '../../staff/actors.ts';
import { type IdentityFields, identityChanges } from '../tables.ts';
import { requireOwnPerson } from './require-own-person.ts';

interface Change extends IdentityChangeForm {
  readonly accountId: number;
}

const only = (identity: Identity, fields: readonly (keyof Identity)[]): IdentityFields =>
  Object.fromEntries(fields.map((field) => [field, identity[field]]));

const countCertificates = async (db: Executor, accountId: number): Promise<number> => {
  const [found] = await db
    .select({ count: count() })
    .from(certificates)
    .where(and(eq(certificates.accountId, accountId), eq(certificates.state, 'valid')));
  return found?.count ?? 0;
};

const change = async (
  tx: Tx,
  { accountId, chinese_name: chineseName, ...wanted }: Change,
  file: ProofFile,
  { actor, now }: Context<Staff>,
): Promise<{ certificates: number }> => {
  await requireOwnPerson(tx, { accountId, right: 'person.identity' }, actor);
  const made = await changeIdentity(tx, { accountId, chineseName, ...wanted }, { actor, now });
  const fields = changedFields(made);
  await tx.insert(identityChanges).values({
    ...{ accountId, reason: wanted.reason, changedBy: actorName(actor), changedAt: now },
    ...{ before: only(made.before, fields), after: only(made.after, fields) },
    ...{ kind: file.kind, size: file.bytes.length, fileKey: file.key },
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
  });
  return { certificates: await countCertificates(tx, accountId) };
};

/** Keeps the file that proves the change. */
export const changeIdentityWithProof = (
  services: Pick<Services, 'db' | 'files' | 'log'>,
  { bytes, ...wanted }: Change & { readonly bytes: Uint8Array },
  { actor, now, idempotency }: Context<Staff> & { readonly idempotency: IdempotencyKey | null },
): Promise<{ certificates: number }> =>
  actWithProof(services, {
    ...{ bytes, idempotency, now },
    act: (tx, file) => change(tx, wanted, file, { actor, now }),
  });
