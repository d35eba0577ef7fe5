import { type SQL, sql } from 'drizzle-orm';

export interface Check {
  readonly sentence: string;
  /** Selects one column: the name of each row that breaks the rule. */
  readonly offenders: SQL;
}

/* Whether events say what happened. `check:data` runs these rules; elsewhere nothing reads the data of events. */
export const eventChecks: Record<string, Check> = {
  report_of_its_class: {
    sentence: 'A payment report covers registrations that are or were in its class.',
    offenders: sql`
      select distinct 'report ' || p.id from payment_reports p
      join payment_report_registrations c on c.report_id = p.id
      join registrations r on r.id = c.registration_id
      where r.class_id <> p.class_id and not exists (
        select from registration_events e join classes f on f.code = e.data ->> 'from'
        where e.registration_id = r.id and e.action = 'registration.move' and f.id = p.class_id)`,
  },
  moved_to_its_class: {
    sentence:
      'A registration that was moved is in the class that it was moved to last, one of the same course.',
    offenders: sql`
      select 'registration ' || r.id from registrations r
      join lateral (
        select e.data from registration_events e
        where e.registration_id = r.id and e.action = 'registration.move' order by e.id desc limit 1
      ) last on true
      join classes c on c.id = r.class_id
      left join classes f on f.code = last.data ->> 'from'
      where c.code is distinct from last.data ->> 'to' or f.course_id is distinct from c.course_id
      order by r.id`,
  },
};
