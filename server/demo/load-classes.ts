import { readFile } from 'node:fs/promises';
import { addDays, today } from '@portal/contract/dates';
import { createBankAccount } from '../src/catalogue/bank-accounts/create-bank-account.ts';
import { createClass, type NewClass } from '../src/classes/acts/create-class.ts';
import { publishClass } from '../src/classes/acts/publish-class.ts';
import { type NewClassSession, setClassSessions } from '../src/classes/acts/set-class-sessions.ts';
import { addAttachment } from '../src/classes/files/add-attachment.ts';
import { inTransaction, type Tx } from '../src/platform/database/database.ts';
import type { Services } from '../src/platform/services.ts';
import association from './association.json' with { type: 'json' };
import {
  type DemoClass,
  fixedClasses,
  generatedClasses,
  pastClasses,
  startedClass,
  taughtClasses,
} from './classes.ts';
import {
  bankAccount,
  classHtml,
  paidHtml,
  paymentInfo,
  refresherHtml,
  refresherPlace,
  venues,
} from './content.ts';
import { heldClasses } from './held-classes.ts';
import { drawn } from './load-content.ts';
import type { DemoGroups } from './load-people.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HOURS_A_DAY = 8;
const WATER = ['WS1', 'LG1', 'LG2', 'LGI', 'SWC', 'SWB', 'SWA'];

const attachments = [
  { file: 'syllabus.pdf', name: '課程簡章', extension: 'pdf' },
  { file: 'health-statement.docx', name: '個人健康聲明書', extension: 'docx' },
];

const taipeiTime = (date: string, time: string) => new Date(`${date}T${time}:00+08:00`);

const idOf = (rows: readonly { id: number; code: string }[], code: string): number =>
  rows.find((row) => row.code === code)?.id ?? 0;

const headOffice = idOf(association.organizations, 'HQ');

interface Setting {
  readonly groups: DemoGroups;
  /** The address of the picture in the introduction of FA1. */
  readonly picture: string;
  readonly bankAccountId: number;
  readonly now: Date;
}

/** Pools for what is learnt in the water. */
const venueOf = ({ organization, train, startsIn, refresher }: DemoClass) => {
  const places = venues[organization];
  const [first] = places;
  if (refresher && first) return { ...first, place: refresherPlace };
  return WATER.includes(train) ? places.at(-1) : places[Math.abs(startsIn) % (places.length - 1)];
};

/** Eight hours a day, an hour for lunch, on as many days as the course takes. */
const sessionsOf = ({ train, startsIn }: DemoClass, now: Date): NewClassSession[] => {
  const hours = association.trainclasses.find(({ code }) => code === train)?.hours ?? HOURS_A_DAY;
  const first = addDays(today(now), startsIn);
  return Array.from({ length: Math.ceil(hours / HOURS_A_DAY) }, (_, day) => ({
    date: addDays(first, day),
    fromTime: '09:00',
    toTime: `${10 + Math.min(HOURS_A_DAY, hours - day * HOURS_A_DAY)}:00`,
  }));
};

const describe = (trainingClass: DemoClass, { groups, picture, bankAccountId, now }: Setting): NewClass => {
  const day = today(now);
  const starts = addDays(day, trainingClass.startsIn);
  const venue = venueOf(trainingClass);
  return {
    code: trainingClass.code,
    organizationId: idOf(association.organizations, trainingClass.organization),
    courseId: idOf(association.trainclasses, trainingClass.train),
    startTime: taipeiTime(starts, '09:00'),
    limitNumber: trainingClass.limit,
    place: venue?.place ?? '',
    contactName: venue?.contact_name ?? '',
    contactPhone: venue?.contact_phone ?? '',
    html: trainingClass.refresher
      ? refresherHtml
      : classHtml[trainingClass.train].replaceAll('{image}', picture),
    groupId: trainingClass.reserved ? groups.lanhai : null,
    personalAllow: trainingClass.personal,
    groupAllow: trainingClass.group,
    applyFrom:
      trainingClass.opensIn === undefined ? null : taipeiTime(addDays(day, trainingClass.opensIn), '09:00'),
    fee: trainingClass.fee,
    bankAccountId: trainingClass.fee === 0 ? null : bankAccountId,
    paidHtml: trainingClass.fee === 0 ? '' : paidHtml(trainingClass.fee),
    info: trainingClass.fee === 0 ? null : paymentInfo,
  };
};

const load = async (tx: Tx, trainingClass: DemoClass, setting: Setting, now: Date): Promise<number> => {
  const context = { actor: 'system', now } as const;
  const classId = await createClass(tx, describe(trainingClass, setting), context);
  const sessions = sessionsOf(trainingClass, setting.now);
  await setClassSessions(tx, { classId, sessions }, context);
  await publishClass(tx, { id: classId }, context);
  return classId;
};

/** The ids of the classes, by their codes. */
export type ClassIds = ReadonlyMap<string, number>;

/** Before the first registration. */
const PUBLISHED_DAYS = 60;

/** The fixed classes are published last and so stand first in the list. */
const loadAll = (services: Services, setting: Setting): Promise<ClassIds> =>
  inTransaction(services.db, async (tx) => {
    const { now } = setting;
    const ids = new Map<string, number>();
    const newestFirst = [...fixedClasses, ...generatedClasses, startedClass];
    for (const [age, trainingClass] of newestFirst.entries()) {
      const publishedAt = new Date(now.getTime() - PUBLISHED_DAYS * DAY - (age + 1) * HOUR);
      ids.set(trainingClass.code, await load(tx, trainingClass, setting, publishedAt));
    }
    for (const trainingClass of [...pastClasses, ...taughtClasses, ...heldClasses(now)]) {
      const publishedAt = new Date(now.getTime() + (trainingClass.startsIn - PUBLISHED_DAYS) * DAY);
      ids.set(trainingClass.code, await load(tx, trainingClass, setting, publishedAt));
    }
    return ids;
  });

/** All classes with their attachments. */
export const loadClasses = async (services: Services, groups: DemoGroups, now: Date): Promise<ClassIds> => {
  const { db, files } = services;
  const key = await drawn(services, 'banner-firstaid', { width: 800, height: 240 }, now);
  const bankAccountId = await inTransaction(db, (tx) =>
    createBankAccount(tx, { organizationId: headOffice, ...bankAccount }, { actor: 'system', now }),
  );
  const ids = await loadAll(services, { groups, picture: `/pictures/${key}`, bankAccountId, now });
  for (const { code } of fixedClasses.filter((each) => each.attachments))
    for (const { file, ...attachment } of attachments) {
      const bytes = await readFile(new URL(`./attachments/${file}`, import.meta.url));
      const added = { classId: ids.get(code) ?? 0, ...attachment, bytes };
      await addAttachment({ db, files }, added, { actor: 'system', now });
    }
  return ids;
};
