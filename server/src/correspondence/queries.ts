import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import { organizations } from '../catalogue/tables.ts';
import { classes } from '../classes/tables.ts';
import { type State, sqlListOf } from '../enrolment/states.ts';
import { registrations } from '../enrolment/tables.ts';
import { mailKey, mails } from '../mail/tables.ts';
import type { Executor } from '../platform/database/database.ts';
import type { Staff } from '../staff/actors.ts';
import { withinScope } from '../staff/scope.ts';
import { staffAccounts } from '../staff/tables.ts';
import { isHeld } from './held.ts';

type MailRight = 'mail.read' | 'mail.resend';

export const isMail = (key: string, staff: Staff, right: MailRight): SQL | undefined =>
  and(eq(mailKey(mails.id), key), withinScope(staff, right, mails.organizationId));

const handler = sql<string | null>`(
  select s.name from ${staffAccounts} s where 'staff:' || s.id = ${mails.handledBy})`;

const held = sql<boolean>`(select ${isHeld} from ${mails} m where m.id = ${mails.id})`;

export const findMail = async (db: Executor, key: string, staff: Staff) => {
  const [found] = await db
    .select({
      mail: mails,
      isHeld: held,
      person: {
        id: accounts.id,
        name: accounts.chineseName,
        email: accounts.email,
        confirmedAt: accounts.emailConfirmedAt,
      },
      code: classes.code,
      organization: organizations.name,
      handler,
    })
    .from(mails)
    .leftJoin(accounts, eq(accounts.id, mails.accountId))
    .leftJoin(classes, eq(classes.id, mails.classId))
    .leftJoin(organizations, eq(organizations.id, mails.organizationId))
    .where(isMail(key, staff, 'mail.read'));
  return found ?? null;
};
export type FoundMail = NonNullable<Awaited<ReturnType<typeof findMail>>>;

type AboutPerson = Pick<typeof mails.$inferSelect, 'accountId' | 'classId' | 'createdAt'>;

export const countLaterMails = async (db: Executor, { accountId, classId, createdAt }: AboutPerson) => {
  if (accountId === null || classId === null) return 0;
  const [found] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(mails)
    .where(and(eq(mails.accountId, accountId), eq(mails.classId, classId), gt(mails.createdAt, createdAt)));
  return found?.count ?? 0;
};

export const findRegistrationOf = async (db: Executor, { accountId, classId }: AboutPerson) => {
  if (accountId === null || classId === null) return null;
  const [found] = await db
    .select({ id: registrations.id })
    .from(registrations)
    .where(and(eq(registrations.accountId, accountId), eq(registrations.classId, classId)))
    .orderBy(desc(registrations.id))
    .limit(1);
  return found?.id ?? null;
};

export const findPeople = (db: Executor, classId: number, states: readonly State[]) =>
  db
    .select({
      id: accounts.id,
      name: sql<string>`coalesce(${accounts.chineseName}, '')`,
      email: accounts.email,
      confirmed: sql<boolean>`${accounts.emailConfirmedAt} is not null`,
    })
    .from(registrations)
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .where(
      and(eq(registrations.classId, classId), sql`${registrations.state} in ${sql.raw(sqlListOf(states))}`),
    )
    .orderBy(asc(registrations.id));
