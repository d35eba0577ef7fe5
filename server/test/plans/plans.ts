import { sql } from 'drizzle-orm';
import type { Database } from '../../src/platform/database/database.ts';
import type { Recorded } from './recorder.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Plan[];
}

const scanned = ({ 'Node Type': type, 'Relation Name': relation, Plans = [] }: Plan): string[] => [
  ...(type === 'Seq Scan' && relation ? [relation] : []),
  ...Plans.flatMap(scanned),
];

/** Whether this PostgreSQL plans statements without their values: from version 16 on. */
export const plansWithoutValues = async (db: Database): Promise<boolean> => {
  const { rows } = await db.execute<{ version: number }>(
    sql`select current_setting('server_version_num')::int as version`,
  );
  return rows.every(({ version }) => version >= 160_000);
};

/** Returns the names of the tables with more than `most` rows, as the last `analyze` counted them. */
export const tablesAbove = async (db: Database, most: number): Promise<string[]> => {
  const { rows } = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relkind = 'r' and reltuples > ${most} order by relname`,
  );
  return rows.map(({ name }) => name);
};

const isPlanned = ({ text }: Recorded) => /^\s*(with|select|insert|update|delete)\b/i.test(text);

/** Returns the tables that the statements read from end to end, by the text of the statement. */
export const scansOf = async (
  db: Database,
  statements: readonly Recorded[],
): Promise<Record<string, string[]>> => {
  const texts = new Set(statements.filter(isPlanned).map(({ text }) => text));
  const scans: Record<string, string[]> = {};
  for (const text of texts) {
    const { rows } = await db.execute<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      sql.raw(`explain (generic_plan, format json) ${text}`),
    );
    const read = rows.flatMap((row) => row['QUERY PLAN']).flatMap((top) => scanned(top.Plan));
    if (read.length > 0) scans[text] = read;
  }
  return scans;
};

/** The blocks that PostgreSQL touches to answer a statement. */
export const blocksTouched = async (
  db: Database,
  { text, values }: Pick<Recorded, 'text' | 'values'>,
): Promise<number> => {
  const { rows } = await db.$client.query<{
    'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[];
  }>(`explain (analyze, buffers, format json) ${text}`, [...values]);
  const plans = rows.flatMap((row) => row['QUERY PLAN']).map((top) => top.Plan);
  return plans.reduce((sum, plan) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0);
};

interface RunPlan extends Plan {
  'Actual Loops': number;
  Plans?: RunPlan[];
}

const indexesIn = ({ 'Index Name': index, 'Actual Loops': loops, Plans = [] }: RunPlan): string[] => [
  ...(index && loops > 0 ? [index] : []),
  ...Plans.flatMap(indexesIn),
];

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return `{${value.map((each) => JSON.stringify(each)).join(',')}}`;
  return value instanceof Date ? value.toISOString() : String(value);
};

/**
 * The indexes that PostgreSQL reads to answer a statement, planned for all values as the portal's connections do. Parts
 * of the plan that it leaves out do not count.
 */
export const indexesRead = async (
  db: Database,
  { text, values }: Pick<Recorded, 'text' | 'values'>,
): Promise<string[]> => {
  const client = await db.$client.connect();
  try {
    await client.query(`prepare measured as ${text}`);
    const given = values.map((value) => (value === null ? 'null' : client.escapeLiteral(textOf(value))));
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: RunPlan }[] }>(
      `explain (analyze, format json) execute measured${given.length > 0 ? `(${given.join(', ')})` : ''}`,
    );
    await client.query('deallocate measured');
    return [...new Set(rows.flatMap((row) => row['QUERY PLAN']).flatMap((top) => indexesIn(top.Plan)))];
  } finally {
    client.release();
  }
};
