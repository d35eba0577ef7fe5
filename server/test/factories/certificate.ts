import { addDays, addYears } from '@portal/contract/dates';
import { eq } from 'drizzle-orm';
import { maskIdentity } from '../../src/accounts/people/mask.ts';
import { accounts } from '../../src/accounts/tables.ts';
import { certificateKinds } from '../../src/catalogue/tables.ts';
import { digestContent } from '../../src/certificates/content.ts';
import { takeRegisterNumbers } from '../../src/certificates/issue/register-number.ts';
import type { RenewalState } from '../../src/certificates/states.ts';
import {
  certificateContents,
  certificateNeeds,
  certificates,
  renewalInquiries,
  renewalRequests,
} from '../../src/certificates/tables.ts';
import { type Database, type Executor, inTransaction } from '../../src/platform/database/database.ts';
import { NOW } from '../app.ts';
import { buildCourse, buildOrganization } from './catalogue.ts';
import { one } from './one.ts';

let serial = 0;

interface Overrides extends Partial<typeof certificates.$inferInsert> {
  account: { id: number };
  /** coach unless told otherwise: such a certificate may be renewed. */
  kind?: 'coach' | 'ordinary';
}

/** A certificate of 臺北市分會, valid three years until 2027-02-28. */
export const buildCertificate = async (
  db: Executor,
  { account, kind = 'coach', ...overrides }: Overrides,
) => {
  serial += 1;
  const item =
    kind === 'coach'
      ? await buildCourse(db, { code: 'FAI', chineseName: '急救教練訓練', type: 'coach', years: 3 })
      : await buildCourse(db, { code: 'FA1', chineseName: '初級急救員訓練', years: 3 });
  const { endTime = '2027-02-28', years = 3 } = overrides;
  return one(
    await db
      .insert(certificates)
      .values({
        number: `${item.code}-2024-TEST${String(serial).padStart(6, '0')}`,
        accountId: account.id,
        organizationId: (await buildOrganization(db)).id,
        courseId: item.id,
        issuedOn: addDays(addYears(endTime, -years), 1),
        years,
        endTime,
        createdAt: NOW,
        ...overrides,
        ...(overrides.replacedById && { state: 'renewed', endedAt: NOW }),
      })
      .returning(),
  );
};

/** Freezes the content of the certificate, as issuing does. */
export const buildContent = (db: Database, certificate: typeof certificates.$inferSelect): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { id, number, accountId, organizationId, kindId, issuedOn, endTime } = certificate;
    const { chineseName, englishName, account, birthday } = one(
      await tx.select().from(accounts).where(eq(accounts.id, accountId)),
    );
    const kind = one(
      await tx
        .select()
        .from(certificateKinds)
        .where(eq(certificateKinds.id, kindId ?? 0)),
    );
    const organization = { id: organizationId, name: '臺北市分會' };
    const { serial, registerNumber } = one(
      await takeRegisterNumbers(tx, { organization, kind, year: 2026 }, 1),
    );
    const content = {
      ...{ number, registerNumber, kind: kind.name, course: '教練訓練', classCode: null, signer: null },
      ...{ hours: 8, firstDay: issuedOn, lastDay: issuedOn, issuedOn, validUntil: endTime },
      ...{ chineseName, englishName, identity: account, maskedIdentity: maskIdentity(account) },
      ...{ birthDate: birthday, photo: null, organization: organization.name },
    };
    await tx.insert(certificateContents).values({
      ...{ certificateId: id, organizationId, kindId: kind.id, year: 2026, serial, registerNumber },
      ...{ statusIndex: id, content, sha256: digestContent(content) },
    });
  });

/** The certificate that follows a valid one, as an approved renewal leaves them, without the request. */
export const buildSuccessor = async (
  db: Executor,
  former: { id: number; accountId: number },
  overrides: Partial<typeof certificates.$inferInsert> = {},
) => {
  const isFormer = eq(certificates.id, former.id);
  await db.update(certificates).set({ state: 'renewed', endedAt: NOW }).where(isFormer);
  const next = await buildCertificate(db, { account: { id: former.accountId }, ...overrides });
  await db.update(certificates).set({ replacedById: next.id }).where(isFormer);
  return next;
};

interface RequestOverrides {
  certificate: { id: number; endTime: string };
  askedAt?: Date;
  state?: RenewalState;
  frontNote?: string | null;
  backendNote?: string | null;
  decidedAt?: Date | null;
}

/** Noon of a day in Taipei. */
const noonOf = (day: string) => new Date(`${day}T12:00:00+08:00`);

/** A request for renewal, of the certificate's last day at the latest; it waits unless told otherwise. */
export const buildRenewalRequest = async (
  db: Database,
  {
    certificate,
    state = 'open',
    frontNote = null,
    backendNote = null,
    decidedAt,
    askedAt = new Date(Math.min((decidedAt ?? NOW).getTime(), noonOf(certificate.endTime).getTime())),
  }: RequestOverrides,
) =>
  one(
    await db
      .insert(renewalRequests)
      .values({
        certificateId: certificate.id,
        askedAt,
        state,
        frontNote,
        backendNote,
        decidedAt: state === 'open' ? null : (decidedAt ?? NOW),
      })
      .returning(),
  );

/** An inquiry to the person of a request; unanswered unless told otherwise. */
export const buildInquiry = async (
  db: Executor,
  { request, ...overrides }: { request: { id: number } } & Partial<typeof renewalInquiries.$inferInsert>,
) =>
  one(
    await db
      .insert(renewalInquiries)
      .values({ requestId: request.id, text: '請上傳複訓時數證明', askedAt: NOW, ...overrides })
      .returning(),
  );

/** The group asks for two people with certificates of the kind, unless told otherwise. */
export const buildNeed = async (
  db: Executor,
  { group, kindId, count = 2 }: { group: { id: number }; kindId: number | null; count?: number },
) =>
  one(
    await db
      .insert(certificateNeeds)
      .values({ groupId: group.id, kindId: kindId ?? 0, count })
      .returning(),
  );
