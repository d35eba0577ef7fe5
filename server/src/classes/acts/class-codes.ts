import { eq, ilike, sql } from 'drizzle-orm';
import { courses, organizations } from '../../catalogue/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { classes } from '../tables.ts';

/* Codes of classes look like `TPE-CPR-0042`. Two codes that differ only by case are the same code. */

const NUMBER_DIGITS = 4;

const formatCode = (prefix: string, number: number, digits: number): string =>
  `${prefix}${String(number).padStart(digits, '0')}`;

/** A code that does not end in a number counts as the first of a series: the next one ends in `-2`. */
const parseCode = (code: string): { prefix: string; number: number; digits: number } => {
  const [, prefix = code, digits] = /^(.*?)([0-9]{1,9})$/.exec(code) ?? [];
  return digits === undefined
    ? { prefix: `${code}-`, number: 1, digits: 1 }
    : { prefix, number: Number(digits), digits: digits.length };
};

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Returns codes in lower case. */
const findTakenCodes = async (db: Executor, prefix: string): Promise<ReadonlySet<string>> => {
  const rows = await db
    .select({ code: classes.code })
    .from(classes)
    .where(ilike(classes.code, `${escapeLike(prefix)}%`));
  return new Set(rows.map(({ code }) => code.toLowerCase()));
};

/** Returns the code after the highest one of the organisation's classes of this course, with as many digits. */
export const proposeCode = async (
  db: Executor,
  { organizationId, courseId }: { organizationId: number; courseId: number },
): Promise<string> => {
  const [organization] = await db
    .select({ code: organizations.code })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  const [course] = await db.select({ code: courses.code }).from(courses).where(eq(courses.id, courseId));
  if (!organization) throw new Refusal('class_organization_unknown');
  if (!course) throw new Refusal('course_unknown');
  const prefix = `${organization.code}-${course.code}-`;
  const ending = sql`substr(${classes.code}, ${prefix.length + 1})`;
  const [found] = await db
    .select({ highest: sql<[number, number] | null>`max(array[${ending}::int, length(${ending})])` })
    .from(classes)
    .where(sql`${classes.code} ilike ${`${escapeLike(prefix)}%`} and ${ending} ~ '^[0-9]{1,6}$'`);
  const [last, digits] = found?.highest ?? [0, NUMBER_DIGITS];
  return formatCode(prefix, last + 1, digits);
};

/** Returns `count` codes: the given one, and the next ones that no class has. */
export const seriesCodes = async (db: Executor, code: string, count: number): Promise<string[]> => {
  const { prefix, number, digits } = parseCode(code);
  const taken = await findTakenCodes(db, prefix);
  const codes = [code];
  for (let next = number + 1; codes.length < count; next += 1) {
    const candidate = formatCode(prefix, next, digits);
    if (!taken.has(candidate.toLowerCase())) codes.push(candidate);
  }
  return codes;
};
