import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { accounts } from '../../accounts/tables.ts';
import { findVersion } from '../../audit/version.ts';
import { certificateKinds, courses, organizations } from '../../catalogue/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { may } from '../../staff/policy.ts';
import { staffAccounts } from '../../staff/tables.ts';
import { versionedCertificate } from '../issue/lock-for-desk.ts';
import { defaultLayout } from '../layouts/default-layout.ts';
import {
  certificateContents,
  certificateLayouts,
  certificateProofs,
  certificates,
  importedCertificates,
} from '../tables.ts';

const successors = alias(certificates, 'successor');
const predecessors = alias(certificates, 'predecessor');

const selectOne = (db: Executor, id: number) =>
  db
    .select({
      certificate: certificates,
      registerNumber: sql<
        string | null
      >`coalesce(${certificateContents.registerNumber}, ${importedCertificates.number})`,
      content: certificateContents.content,
      sha256: certificateContents.sha256,
      hasCard: sql<boolean>`coalesce(${certificateLayouts.hasCard}, ${defaultLayout.hasCard})`,
      kind: certificateKinds.name,
      course: courses.chineseName,
      organization: organizations.name,
      chineseName: accounts.chineseName,
      englishName: accounts.englishName,
      identity: accounts.account,
      erasedAt: accounts.erasedAt,
      proof: { reason: certificateProofs.reason, kind: certificateProofs.kind },
      successor: { id: successors.id, number: successors.number },
      predecessor: { id: predecessors.id, number: predecessors.number },
      endedByName: staffAccounts.name,
    })
    .from(certificates)
    .innerJoin(accounts, eq(accounts.id, certificates.accountId))
    .innerJoin(courses, eq(courses.id, certificates.courseId))
    .innerJoin(certificateKinds, eq(certificateKinds.id, certificates.kindId))
    .innerJoin(organizations, eq(organizations.id, certificates.organizationId))
    .leftJoin(certificateContents, eq(certificateContents.certificateId, certificates.id))
    .leftJoin(importedCertificates, eq(importedCertificates.certificateId, certificates.id))
    .leftJoin(certificateLayouts, eq(certificateLayouts.id, certificateContents.layoutId))
    .leftJoin(certificateProofs, eq(certificateProofs.certificateId, certificates.id))
    .leftJoin(successors, eq(successors.id, certificates.replacedById))
    .leftJoin(predecessors, eq(predecessors.replacedById, certificates.id))
    .leftJoin(staffAccounts, eq(certificates.endedBy, sql`'staff:' || ${staffAccounts.id}`))
    .where(eq(certificates.id, id));
type FoundCertificate = Awaited<ReturnType<typeof selectOne>>[number];

export type Registered = FoundCertificate & { readonly version: number };

/** Throws `not_found` if it is unknown or the actor may not read it. */
export const findRegistered = async (db: Executor, id: number, actor: Staff): Promise<Registered> => {
  const [found] = await selectOne(db, id);
  if (!found || !may(actor, 'certificate.read', found.certificate.organizationId))
    throw new Refusal('not_found');
  return { ...found, version: await findVersion(db, versionedCertificate(id)) };
};
