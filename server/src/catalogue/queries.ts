import { and, eq, isNotNull } from 'drizzle-orm';
import { groups } from '../groups/tables.ts';
import type { Executor } from '../platform/database.ts';
import { classes, organizations, trainClasses } from './tables.ts';

/** Codes are matched exactly; what has another shape is no code of a class. */
const CODE = /^[A-Za-z0-9-]{1,40}$/;

/** What other rooms need to know of a class that is published, listed or already started. */
export interface PublishedClass {
  readonly id: number;
  readonly code: string;
  readonly organizationId: number;
  readonly organization: string;
  readonly trainClassId: number;
  /** The training item's Chinese name, which is the class's name. */
  readonly train: string;
  readonly startTime: Date;
  readonly limitNumber: number;
  /** Seats held. */
  readonly number: number;
  readonly place: string;
  readonly contactName: string;
  readonly contactPhone: string;
  /** The one group that it is reserved to. */
  readonly groupId: number | null;
  readonly groupName: string | null;
  /** The class's own flags, before window and start are looked at. */
  readonly personalAllow: boolean;
  readonly groupAllow: boolean;
  readonly applyFrom: Date | null;
  readonly applyUntil: Date | null;
  /** Whole New Taiwan dollars. */
  readonly fee: number;
  /** As stored: `cleanHtml` it again before it is shown. */
  readonly paidHtml: string;
  readonly info: string | null;
}

/** The published class of exactly this code; null where there is none, or it is not published. */
export const findPublishedClass = async (db: Executor, code: string): Promise<PublishedClass | null> => {
  if (!CODE.test(code)) return null;
  const [found] = await db
    .select({
      id: classes.id,
      code: classes.code,
      organizationId: classes.organizationId,
      organization: organizations.name,
      trainClassId: classes.trainClassId,
      train: trainClasses.chineseName,
      startTime: classes.startTime,
      limitNumber: classes.limitNumber,
      number: classes.number,
      place: classes.place,
      contactName: classes.contactName,
      contactPhone: classes.contactPhone,
      groupId: classes.groupId,
      groupName: groups.name,
      personalAllow: classes.personalAllow,
      groupAllow: classes.groupAllow,
      applyFrom: classes.applyFrom,
      applyUntil: classes.applyUntil,
      fee: classes.fee,
      paidHtml: classes.paidHtml,
      info: classes.info,
    })
    .from(classes)
    .innerJoin(organizations, eq(organizations.id, classes.organizationId))
    .innerJoin(trainClasses, eq(trainClasses.id, classes.trainClassId))
    .leftJoin(groups, eq(groups.id, classes.groupId))
    .where(and(eq(classes.code, code), isNotNull(classes.publishedAt)));
  return found ?? null;
};
