import { today } from '@portal/contract/dates';
import { sql } from 'drizzle-orm';
import { courses } from '../../catalogue/tables.ts';
import { classes } from '../../classes/tables.ts';
import { registrations } from '../../enrolment/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { certificates, refresherRules } from '../tables.ts';
import { assessTraining, type RefresherRule, type Training } from './refresher-rule.ts';

export interface CourseTraining extends Training {
  readonly course: string;
}

const lastDayOf = sql`(coalesce(l.end_time, l.start_time) at time zone 'Asia/Taipei')::date`;

/**
 * The classes of the certificate `c` as JSON: those of the courses of its kind that ended since its issue and in which the
 * person has a result, without the class that it was issued for.
 */
export const trainings = sql`(
  select coalesce(json_agg(json_build_object('classCode', l.code, 'course', s.chinese_name, 'lastDay', ${lastDayOf},
    'hours', s.hours, 'isPassed', r.result = 1) order by l.start_time, l.id), '[]')
  from ${registrations} r
  join ${classes} l on l.id = r.class_id
  join ${courses} s on s.id = l.course_id and s.certificate_kind_id = c.kind_id
  where r.account_id = c.account_id and r.state = 'confirmed' and r.result is not null
    and r.id is distinct from c.registration_id and ${lastDayOf} >= c.issued_on)`;

/** The rule of the kind of the certificate `c` as JSON; null without one. */
export const refresherRule = sql`(
  select json_build_object('hours', u.hours, 'years', u.years) from ${refresherRules} u where u.kind_id = c.kind_id)`;

interface FoundTraining extends Record<string, unknown> {
  readonly issuedOn: string;
  readonly rule: RefresherRule | null;
  readonly trainings: readonly CourseTraining[];
}

/** The hours that a request lacks; 0 if its kind has no rule. */
export const findMissingHours = async (
  tx: Tx,
  { certificateId, askedAt }: { certificateId: number; askedAt: Date },
): Promise<number> => {
  const { rows } = await tx.execute<FoundTraining>(sql`
    select c.issued_on::text as "issuedOn", ${refresherRule} as rule, ${trainings} as trainings
    from ${certificates} c where c.id = ${certificateId}`);
  const [found] = rows;
  if (!found) throw new Error(`there is no certificate ${certificateId}`);
  const days = { issuedOn: found.issuedOn, askedOn: today(askedAt) };
  return assessTraining(found.rule, days, found.trainings).missing ?? 0;
};
