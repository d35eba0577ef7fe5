import { eq } from 'drizzle-orm';
import { knownAddresses, personViews, privacyAcceptances } from '../../src/accounts/tables.ts';
import { subjects } from '../../src/catalogue/tables.ts';
import { recordPayment } from '../../src/money/record-payment.ts';
import { identityChanges } from '../../src/people/tables.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import { privacyRequests } from '../../src/privacy/tables.ts';
import { attendance, scores } from '../../src/training/tables.ts';
import { NOW, type TestPortal } from '../app.ts';
import { buildAccount, logIn } from './account.ts';
import { buildClass, buildClassSession, buildCourse } from './catalogue.ts';
import { buildCertificate, buildContent, buildInquiry, buildRenewalRequest } from './certificate.ts';
import { buildDocument } from './document.ts';
import { buildGroup, buildMembership } from './group.ts';
import { buildIncident } from './incident.ts';
import { buildMail } from './mail.ts';
import { buildPaymentReport, buildRegistration } from './registration.ts';

type Account = Awaited<ReturnType<typeof buildAccount>>;
type Traced = Pick<TestPortal, 'db' | 'services'>;

const HOUR = 3_600_000;

const buildTraining = async ({ db, services }: Traced, account: Account) => {
  const trainingClass = await buildClass(db, { startTime: new Date(NOW.getTime() - 24 * HOUR) });
  const group = await buildGroup(db);
  await buildMembership(db, { group, account });
  const registration = await buildRegistration(db, {
    class: trainingClass,
    account,
    state: 'confirmed',
    result: 1,
  });
  await buildPaymentReport(db, { registration, account });
  await buildDocument(services, { registration });
  const [subject] = await db
    .select()
    .from(subjects)
    .where(eq(subjects.courseId, trainingClass.courseId))
    .limit(1);
  const score = { subjectId: subject?.id ?? 0, score: 90, recordedAt: NOW };
  await db.insert(scores).values({ registrationId: registration.id, ...score });
  const session = await buildClassSession(db, { classId: trainingClass.id });
  const mark = {
    sessionId: session.id,
    state: 'present',
    version: 1,
    updatedBy: 'system',
    updatedAt: NOW,
  } as const;
  await db.insert(attendance).values({ registrationId: registration.id, ...mark });
  const cash = { kind: 'full', method: 'cash', receivedOn: '2026-12-01', lineIds: [] } as const;
  const { organizationId, fee: amount } = trainingClass;
  const received = { ...cash, bankAccountId: null, organizationId, amount };
  const part = { registrationId: registration.id, amount, reportId: null, refundReason: '重複匯款' };
  const entry = { ...received, allocations: [part] };
  await inTransaction(db, (tx) => recordPayment(tx, entry, { actor: 'system', now: NOW }));
  // A person has one certificate of a kind.
  const course = await buildCourse(db, {
    code: `COACH-${registration.id}`,
    chineseName: `教練訓練 ${registration.id}`,
    type: 'coach',
  });
  const certificate = await buildCertificate(db, { account, courseId: course.id });
  await buildContent(db, certificate);
  const request = await buildRenewalRequest(db, { certificate });
  await buildInquiry(db, { request, answeredAt: NOW, answer: '已寄出正本' });
};

/** A row of everything that is kept of a person. */
export const buildTracesOf = async ({ db, services }: Traced, account: Account, at = NOW): Promise<void> => {
  const accountId = account.id;
  await buildTraining({ db, services }, account);
  await buildMail(db, account);
  await logIn(db, account, at);
  const address = `192.0.2.${at.getUTCHours()}`;
  await db.insert(knownAddresses).values({ accountId, address, lastUsedAt: at });
  const version = `version ${at.getUTCHours()}`;
  await db.insert(privacyAcceptances).values({ accountId, version, acceptedAt: at });
  await db.insert(identityChanges).values({
    ...{ accountId, before: { chineseName: '王舊名' }, after: { chineseName: '王新名' }, reason: '改名' },
    ...{ kind: 'pdf', size: 4, sha256: 'a'.repeat(64), fileKey: `documents/${accountId}-${at.getTime()}` },
    ...{ changedBy: 'staff:1', changedAt: at },
  });
  const viewer = await buildAccount(db);
  const view = { viewedId: accountId, viewerId: viewer.id, what: 'photo', day: '2026-12-01', at } as const;
  await db.insert(personViews).values(view);
  const closedAt = new Date(NOW.getTime() + 2 * HOUR);
  await buildIncident(db, { accountId, mailedAt: at });
  await db.insert(privacyRequests).values({ accountId, state: 'withdrawn', requestedAt: at, closedAt });
};
