import { eq } from 'drizzle-orm';
import { hashToken } from '../../src/accounts/sign-in/sessions.ts';
import { passwordResets } from '../../src/accounts/tables.ts';
import { introTypes, pictures, siteSettings } from '../../src/content/tables.ts';
import { paymentReports } from '../../src/payment/tables.ts';
import { scores } from '../../src/training/tables.ts';
import { NOW, openTestPortal, type TestPortal } from '../app.ts';
import { buildAccount, logIn } from '../factories/account.ts';
import { buildAttachment, buildClass, buildCourse } from '../factories/catalogue.ts';
import {
  buildCertificate,
  buildContent,
  buildInquiry,
  buildNeed,
  buildRenewalRequest,
} from '../factories/certificate.ts';
import { buildDocument } from '../factories/document.ts';
import { buildGroup, buildMembership } from '../factories/group.ts';
import { buildMail } from '../factories/mail.ts';
import { buildRegistration } from '../factories/registration.ts';

/*
 * A world in which each person has personal values in every place. Each value is unique, so that an answer shows to whom it
 * belongs.
 */

/** The callers. The calls ask for the seats, scores, photo and certificate of `owner`; `stranger` has none. */
export const callers = [
  'guest',
  'newcomer',
  'stranger',
  'trainee',
  'owner',
  'member',
  'former',
  'manager',
  'otherManager',
] as const;
export type Caller = (typeof callers)[number];

/** The people with accounts. `otherMember` belongs to the other manager's group and calls nothing. */
export const known = [...callers.slice(1), 'otherMember'] as Known[];
export type Known = Exclude<Caller, 'guest'> | 'otherMember';

/** Personal values, by kind. */
type Secrets = Readonly<Record<string, string>>;

type Account = Awaited<ReturnType<typeof buildAccount>>;

export interface World {
  readonly portal: TestPortal;
  readonly accounts: Readonly<Record<Known, Account>>;
  readonly secrets: Readonly<Record<Known, Secrets>>;
  /** A new session of the caller; undefined for a guest. */
  logIn(caller: Caller): Promise<string | undefined>;
  /** The mailed token of a link for a new password. For a guest it is that of the other member. */
  /** Id of a mail to the owner. */
  readonly mailId: string;
  /** Documents of registrations under review: the owner's own, and the member's through the group. */
  readonly documents: Readonly<Record<'owner' | 'member', { id: number; registrationId: number }>>;
  /** An inquiry to the owner without an answer. */
  readonly inquiryId: number;
  linkOf(caller: Caller): string;
}

/** Codes of classes, by purpose. */
export const CLASS = {
  /** Anybody may enrol. */
  open: 'OPEN',
  /** The owner has to pay. */
  payable: 'PAYABLE',
  /** The owner may cancel. */
  pending: 'PENDING',
  /** The owner has reported a payment. */
  reported: 'REPORTED',
  /** The group holds seats: of its member, of who left it, and of its manager. */
  group: 'OF-GROUP',
  /** The group holds seats of the same, which staff have not looked at. */
  groupPending: 'OF-GROUP-PENDING',
  /** Reserved to the group; nobody is in it. */
  reserved: 'RESERVED',
  /** The owner has finished it, and so has the member, through the group. */
  past: 'PAST',
  /** A class that is not published, in which the owner holds a seat all the same. */
  hidden: 'HIDDEN',
} as const;

export const GROUP = 'GROUP-ONE';
export const OTHER_GROUP = 'GROUP-TWO';
export const CERTIFICATE = 'CERT-OWNER-8Q2K';
export const DOWNLOAD = 'src-of-a-published-class';
export const HIDDEN_DOWNLOAD = 'src-of-a-hidden-class';
export const INTRO = '急救訓練';

const DAY = 86_400_000;
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY);

const personal = (n: number, name: string) => ({
  chineseName: name,
  englishName: `Secret ${'ABCDEFGHIJ'[n]}${'QRSTUVWXYZ'[n]}`,
  birthday: `19${70 + n}-0${n + 1}-1${n}`,
  address: `私密路 ${n}37 號`,
  email: `secret${n}@example.com`,
  cellPhone: `0911-22300${n}`,
  homePhone: `02-2711300${n}`,
  companyPhone: `02-2811400${n}`,
  employer: `私密公司${n}`,
  school: `私密大學${n}`,
  department: `私密系${n}`,
  photoKey: `photos/photo-of-person-${n}`,
});

const names: Record<Known, string> = {
  newcomer: '辛未全',
  stranger: '任陌生',
  trainee: '甘學員',
  owner: '石本人',
  member: '白成員',
  former: '田離開',
  manager: '易管理',
  otherManager: '文他管',
  otherMember: '巫他員',
};

const secretsOf = (account: Account): Secrets => {
  const { idNumber, passportNo, photoKey } = account;
  const own = personal(0, '');
  const texts = Object.keys(own).map((key) => [key, account[key as keyof typeof own]] as const);
  const all = [
    ...texts,
    ['idNumber', idNumber],
    ['passportNo', passportNo],
    ['photo', `JPEG of ${photoKey}`],
  ];
  return Object.fromEntries(all.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
};

const buildPeople = async ({ db, services }: TestPortal) => {
  const build = async (who: Known, overrides: Parameters<typeof buildAccount>[1] = {}) => {
    const account = await buildAccount(db, { ...personal(known.indexOf(who), names[who]), ...overrides });
    await services.files.put(account.photoKey ?? '', Buffer.from(`JPEG of ${account.photoKey}`));
    return account;
  };
  return {
    newcomer: await build('newcomer', { email: null }),
    stranger: await build('stranger'),
    trainee: await build('trainee'),
    owner: await build('owner'),
    member: await build('member', { country: 'foreign' }),
    former: await build('former'),
    manager: await build('manager'),
    otherManager: await build('otherManager'),
    otherMember: await build('otherMember', { country: 'foreign' }),
  } satisfies Record<Known, Account>;
};

type People = Awaited<ReturnType<typeof buildPeople>>;

const buildGroups = async ({ db }: TestPortal, { owner, member, former, manager, ...others }: People) => {
  const group = await buildGroup(db, { code: GROUP, name: '第一團體' });
  await buildMembership(db, { group, account: manager, role: 'manager' });
  for (const account of [owner, member]) await buildMembership(db, { group, account });
  await buildMembership(db, { group, account: former, leftAt: NOW });
  const other = await buildGroup(db, { code: OTHER_GROUP, name: '第二團體' });
  await buildMembership(db, { group: other, account: others.otherManager, role: 'manager' });
  await buildMembership(db, { group: other, account: others.otherMember });
  return { group, other };
};

const contentsOf = (whose: string) => `what stands in the document of ${whose}`;
const documentOf = (whose: string) => ({ name: `${whose}的證照`, bytes: Buffer.from(contentsOf(whose)) });

/** The seats of the owner and of the group; returns what only those concerned may read of them. */
const buildSeats = async ({ db, services }: TestPortal, people: People, group: { id: number }) => {
  const { owner, member, former, manager, trainee } = people;
  const classOf = (code: string, more: Parameters<typeof buildClass>[1] = {}) =>
    buildClass(db, { code, ...more });
  const trainingClass = await classOf(CLASS.open);
  const attach = async (classId: number, src: string) => {
    const { fileKey } = await buildAttachment(db, { classId, src });
    await services.files.put(fileKey, Buffer.from(`PDF of ${src}`));
  };
  await attach(trainingClass.id, DOWNLOAD);
  const payable = await classOf(CLASS.payable);
  await buildRegistration(db, { class: payable, account: owner, state: 'unpaid', reason: '未見石姓款項' });
  const reviewed = await buildRegistration(db, { class: await classOf(CLASS.pending), account: owner });
  const ofOwner = await buildDocument(services, { registration: reviewed, ...documentOf('石') });
  const reported = await classOf(CLASS.reported);
  await buildRegistration(db, { class: reported, account: owner, state: 'reported' });
  const report = { lastFive: '90417', paidName: '石代匯', paidMoney: 1437 };
  await db.update(paymentReports).set(report).where(eq(paymentReports.reportedBy, owner.id));

  const [grouped, groupPending] = [await classOf(CLASS.group), await classOf(CLASS.groupPending)];
  for (const account of [manager, member, former]) {
    await buildRegistration(db, { class: grouped, account, group, state: 'unpaid', reason: null });
  }
  const waiting = [];
  for (const account of [member, manager, former]) {
    waiting.push(await buildRegistration(db, { class: groupPending, account, group }));
  }
  const [waitingMember] = waiting;
  if (!waitingMember) throw new Error('nobody waits');
  const ofMember = await buildDocument(services, { registration: waitingMember, ...documentOf('白') });
  await classOf(CLASS.reserved, { groupId: group.id, personalAllow: false });

  const past = await classOf(CLASS.past, { startTime: inDays(-10) });
  const done = { class: past, state: 'confirmed' as const, result: 1 as const };
  const own = await buildRegistration(db, { ...done, account: owner });
  const theirs = await buildRegistration(db, { ...done, account: member, group, result: 2 });
  const subjectId = past.courseId * 10;
  await db.insert(scores).values([
    { registrationId: own.id, subjectId, score: 83.7, recordedAt: NOW },
    { registrationId: theirs.id, subjectId, score: 41.3, recordedAt: NOW },
  ]);

  const hidden = await classOf(CLASS.hidden, { publishedAt: null });
  await buildRegistration(db, { class: hidden, account: owner, state: 'unpaid' });
  await attach(hidden.id, HIDDEN_DOWNLOAD);
  // So that an empty list is not the only thing that a stranger could get.
  await buildRegistration(db, { class: reported, account: trainee, state: 'unpaid' });
  return {
    documents: { owner: ofOwner, member: ofMember },
    owner: {
      document: ofOwner.name,
      contents: contentsOf('石'),
      reason: '未見石姓款項',
      lastFive: report.lastFive,
      paidName: report.paidName,
      paidMoney: String(report.paidMoney),
      score: '83.7',
    },
    member: { score: '41.3', document: ofMember.name, contents: contentsOf('白') },
  };
};

/** Both groups ask for the kind that the owner and the trainee hold. */
const buildCertificates = async (
  { db }: TestPortal,
  { owner, trainee }: People,
  asking: readonly { id: number }[],
) => {
  const certificate = await buildCertificate(db, { account: owner, number: CERTIFICATE });
  for (const group of asking) await buildNeed(db, { group, kindId: certificate.kindId });
  await buildContent(db, certificate);
  const notes = { frontNote: '石的備註', backendNote: '審查員對石的意見' };
  await buildRenewalRequest(db, { certificate, state: 'rejected', ...notes });
  const { number } = await buildCertificate(db, { account: trainee });
  const course = await buildCourse(db, { code: 'LGI', chineseName: '救生教練訓練', type: 'coach' });
  const other = await buildCertificate(db, { account: owner, courseId: course.id });
  const request = await buildRenewalRequest(db, { certificate: other });
  const inquiry = await buildInquiry(db, { request, text: '請石補送複訓時數證明' });
  const secrets = { certificate: CERTIFICATE, ...notes, inquiry: inquiry.text };
  return { inquiryId: inquiry.id, owner: secrets, trainee: { certificate: number } };
};

const buildLinks = async ({ db }: TestPortal, people: People) => {
  const links = new Map<Known, string>();
  for (const who of known) {
    const token = `link-of-${who}-${'A'.repeat(20)}`;
    links.set(who, token);
    const expiresAt = inDays(1);
    const row = { tokenHash: hashToken(token), accountId: people[who].id, createdAt: NOW, expiresAt };
    await db.insert(passwordResets).values(row);
  }
  return links;
};

export const openWorld = async (): Promise<World> => {
  const portal = await openTestPortal();
  const { db } = portal;
  const people = await buildPeople(portal);
  const { group, other } = await buildGroups(portal, people);
  const { documents, ...seats } = await buildSeats(portal, people, group);
  const { inquiryId, ...held } = await buildCertificates(portal, people, [group, other]);
  const more: Partial<Record<Known, Secrets>>[] = [seats, held];
  const links = await buildLinks(portal, people);
  const mailId = await buildMail(db, people.owner);
  const key = 'picture-that-everybody-sees';
  await db.insert(pictures).values({ key, width: 286, height: 286, createdAt: NOW });
  await db.insert(introTypes).values({ title: INTRO, pictureKey: key, position: 1 });
  await db.insert(siteSettings).values({ key: 'page:Help', value: { title: '使用說明', html: '' } });

  const secretsOfAll = known.map((who) => [
    who,
    { ...secretsOf(people[who]), ...Object.assign({}, ...more.map((part) => part[who])) },
  ]);
  return {
    portal,
    accounts: people,
    secrets: Object.fromEntries(secretsOfAll),
    logIn: async (caller) => (caller === 'guest' ? undefined : logIn(db, people[caller])),
    mailId,
    documents,
    inquiryId,
    linkOf: (caller) => links.get(caller === 'guest' ? 'otherMember' : caller) ?? '',
  };
};

/** The account named by calls of a guest: the other member's. */
export const accountOf = ({ accounts }: World, caller: Caller): Account =>
  accounts[caller === 'guest' ? 'otherMember' : caller];
