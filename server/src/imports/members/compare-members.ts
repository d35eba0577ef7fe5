import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { groups, memberships } from '../../groups/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { isIn } from '../chunks.ts';
import { personOfRow } from '../people-of-file.ts';
import { storeVerdicts } from '../store-verdicts.ts';
import { importRows } from '../tables.ts';
import type { ChunkOfImport } from '../work.ts';
import { type ComparedMember, judgeMember, judgePersonOfFile } from './rules.ts';

const ofFile = (field: string): SQL => sql`${importRows.data} ->> ${sql.raw(`'${field}'`)}`;

const personColumns = sql`
  ${ofFile('identity')} as identity, ${ofFile('chineseName')} as "chineseName", person.matches, person.name, person.suspended`;

type Compared = Omit<ComparedMember, 'newManager'> & {
  readonly row: number;
  readonly code: string;
  readonly groupId: string | null;
};

const findCompared = async (
  tx: Tx,
  { importId, chunk }: ChunkOfImport,
  actor: Staff,
): Promise<Compared[]> => {
  const { rows } = await tx.execute<{ [K in keyof Compared]: Compared[K] }>(sql`
    select ${importRows.row}, ${ofFile('code')} as code, ${ofFile('role')} as role, ${personColumns},
      g.id as "groupId", case when m.left_at is null then m.role end as present,
      (select count(*)::int from ${memberships} p where p.group_id = g.id and p.left_at is null) as people
    from ${importRows} cross join ${personOfRow(actor)}
    left join ${groups} g on g.code = ${ofFile('code')}
    left join ${memberships} m on m.group_id = g.id and m.account_id = person.id
    where ${importRows.importId} = ${importId} and ${isIn(chunk)} and ${importRows.data} is not null`);
  return rows;
};

/** Maps the code of each new group to whether its known manager in the file is certain; no entry if none is known. */
const findNewManagers = async (
  tx: Tx,
  importId: number,
  codes: readonly string[],
  actor: Staff,
): Promise<ReadonlyMap<string, 'certain' | 'doubtful'>> => {
  if (codes.length === 0) return new Map();
  const { rows } = await tx.execute<Omit<Compared, 'groupId'> & Record<string, unknown>>(sql`
    select ${ofFile('code')} as code, ${personColumns}
    from ${importRows} cross join ${personOfRow(actor)}
    where ${importRows.importId} = ${importId} and ${importRows.data} is not null and ${ofFile('role')} = 'manager'
      and ${ofFile('code')} = any(array(select jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb)))`);
  const found = new Map<string, 'certain' | 'doubtful'>();
  for (const row of rows) {
    const verdict = judgePersonOfFile(row)?.verdict;
    if (verdict === undefined) found.set(row.code, 'certain');
    if (verdict === 'doubtful' && !found.has(row.code)) found.set(row.code, 'doubtful');
  }
  return found;
};

/** Compares members of the file with the groups, and stores the verdicts. */
export const compareMembers = async (
  tx: Tx,
  work: ChunkOfImport,
  { actor }: Context<Staff>,
): Promise<void> => {
  const { importId } = work;
  const compared = await findCompared(tx, work, actor);
  const codes = compared.filter(({ groupId }) => groupId === null).map(({ code }) => code);
  const managers = await findNewManagers(tx, importId, [...new Set(codes)], actor);
  const judged = compared.map((each) => {
    const newManager = each.groupId === null ? (managers.get(each.code) ?? 'none') : null;
    return { row: each.row, ...judgeMember({ ...each, newManager }) };
  });
  await storeVerdicts(tx, importId, judged);
};
