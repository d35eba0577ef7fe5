import { today } from '@portal/contract/dates';
import * as contract from '@portal/contract/group-certificates';
import { asc } from 'drizzle-orm';
import type { TraineeRoutes } from '../../accounts/gate.ts';
import { certificateKinds } from '../../catalogue/tables.ts';
import { type ManagedGroup, requireManager, requireMember } from '../../groups/policy.ts';
import { findOwnGroup } from '../../groups/queries.ts';
import { type Executor, inTransaction } from '../../platform/database/database.ts';
import { findMatrix, findOwnMatrix } from './matrix.ts';
import { findOpenClasses } from './open-classes.ts';
import { presentGroupCertificates, presentOpenClass, presentOwnCertificates } from './present.ts';
import { setNeeds } from './set-needs.ts';

interface Asked {
  readonly params: { readonly GroupCode: string };
  readonly actor: { readonly accountId: number };
}

const findManaged = async (
  db: Executor,
  { params: { GroupCode: code }, actor: { accountId } }: Asked,
): Promise<ManagedGroup> => requireManager(await findOwnGroup(db, { code, accountId }));

export const groupCertificateRoutes: TraineeRoutes = (serve, { db }) => {
  const show = async (group: ManagedGroup, now: Date) =>
    presentGroupCertificates(group, await findMatrix(db, group.id, now), today(now));

  serve(contract.groupCertificates, async (asked) => show(await findManaged(db, asked), asked.now));

  serve(contract.ownGroupCertificates, async ({ params: { GroupCode: code }, actor: { accountId }, now }) => {
    const { id: groupId } = requireMember(await findOwnGroup(db, { code, accountId }));
    return presentOwnCertificates(await findOwnMatrix(db, { groupId, accountId }, now), today(now));
  });

  serve(contract.certificateKindsForGroup, async (asked) => {
    await findManaged(db, asked);
    const { id, name } = certificateKinds;
    return db.select({ id, name }).from(certificateKinds).orderBy(asc(id));
  });

  serve(contract.setGroupNeeds, async (asked) => {
    const { body, actor, now } = asked;
    const group = await findManaged(db, asked);
    await inTransaction(db, (tx) => setNeeds(tx, { group, ...body }, { actor, now }));
    return show(group, now);
  });

  serve(contract.classesForNeed, async (asked) => {
    const { id: groupId } = await findManaged(db, asked);
    const wanted = { kindId: asked.query.kind, groupId };
    return (await findOpenClasses(db, wanted, asked.now)).map(presentOpenClass);
  });
};
