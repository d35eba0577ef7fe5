import { sql } from 'drizzle-orm';
import { connect, type Database } from '../src/platform/database.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

const scanned = ({ 'Node Type': type, 'Relation Name': relation, Plans = [] }: Plan): string[] => [
  ...(type === 'Seq Scan' && relation ? [relation] : []),
  ...Plans.flatMap(scanned),
];

/**
 * The tables that the prepared statements of `work` read from end to end, by statement, as PostgreSQL plans them once
 * for all values. Tell it to `analyze` before, else it plans for empty tables.
 */
export const fullScans = async (
  db: Database,
  work: (fresh: Database) => Promise<unknown>,
): Promise<Record<string, string[]>> => {
  // A connection of its own: of another the driver would believe that its statements are still prepared.
  const fresh = connect(db.$client.options.connectionString ?? '', { max: 1 });
  try {
    await work(fresh);
    const { rows: statements } = await fresh.execute<{ name: string; parameters: number }>(
      sql`select name, cardinality(parameter_types) as parameters from pg_prepared_statements`,
    );
    const scans: Record<string, string[]> = {};
    for (const { name, parameters } of statements) {
      const nulls = Array.from({ length: parameters }, () => 'null').join(', ');
      const { rows } = await fresh.execute<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        sql.raw(`explain (format json) execute ${name}${parameters > 0 ? `(${nulls})` : ''}`),
      );
      scans[name] = rows.flatMap((row) => row['QUERY PLAN']).flatMap((top) => scanned(top.Plan));
    }
    return scans;
  } finally {
    await fresh.$client.end();
  }
};
