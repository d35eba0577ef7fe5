import { asc, eq, isNull, or, sql } from 'drizzle-orm';
import { organizations } from '../../catalogue/tables.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { withinScope } from '../../staff/scope.ts';
import { certificateSigners } from '../tables.ts';

const VERSION = sql<number>`coalesce((select max(e.id) from audit_events e where e.subject = 'certificate_signer'
  and e.subject_id = certificate_signers.id and e.action = 'certificate_signer.edit'), 0)::float`;

/** Lists the association's signers and those of organisations whose settings the reader may read; closed ones last. */
export const findSignerRows = (db: Executor, actor: Staff) =>
  db
    .select({
      signer: certificateSigners,
      organization: { id: organizations.id, name: organizations.name },
      version: VERSION,
    })
    .from(certificateSigners)
    .leftJoin(organizations, eq(organizations.id, certificateSigners.organizationId))
    .where(
      or(
        isNull(certificateSigners.organizationId),
        withinScope(actor, 'settings.read', certificateSigners.organizationId),
      ),
    )
    .orderBy(
      sql`${certificateSigners.closedAt} is not null`,
      sql`${organizations.position} nulls first`,
      asc(certificateSigners.id),
    );

/** Throws `not_found`. */
export const lockSigner = async (tx: Tx, id: number) => {
  const [found] = await tx
    .select()
    .from(certificateSigners)
    .where(eq(certificateSigners.id, id))
    .for('update');
  if (!found) throw new Refusal('not_found');
  return found;
};
