import type { TwinSign } from '@portal/contract/office/person-twins';
import { sql } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import { organizations } from '../../catalogue/tables.ts';
import { defineList } from '../../platform/database/list.ts';
import { twins } from '../tables.ts';

interface ListedSide {
  readonly id: number;
  readonly chineseName: string | null;
  readonly englishName: string | null;
  readonly identity: string;
  readonly organization: string | null;
}

export interface ListedTwin {
  readonly cursor: readonly string[];
  readonly id: string;
  readonly first: ListedSide;
  readonly second: ListedSide;
  readonly signs: TwinSign[];
  readonly foundAt: string;
  readonly dismissedAt: string | null;
  readonly dismissedBy: string | null;
  readonly dismissReason: string | null;
}

const sideOf = (account: string) => {
  const a = sql.raw(account);
  return sql`(
    select json_build_object('id', ${a}.id, 'chineseName', ${a}.chinese_name, 'englishName', ${a}.english_name,
      'identity', ${a}.account, 'organization', (select o.name from ${organizations} o where o.id = ${a}.organization_id))
    from ${accounts} ${a} where ${a}.id = t.${sql.raw(account === 'one' ? 'first_id' : 'second_id')})`;
};

/** The columns of the pair `t`. */
export const twinColumns = sql`
  t.id::text as id, ${sideOf('one')} as first, ${sideOf('two')} as second, t.signs, to_json(t.found_at) #>> '{}' as "foundAt",
  to_json(t.dismissed_at) #>> '{}' as "dismissedAt", t.dismissed_by as "dismissedBy", t.dismiss_reason as "dismissReason"`;

/** Pairs of one branch; those of two branches are for the whole association. */
export const twinsList = defineList<'open' | 'dismissed', 'foundAt', ListedTwin>({
  name: 'twins',
  sources: [
    {
      from: sql`${twins}`,
      key: twins.id,
      organization: twins.organizationId,
      filters: {
        open: () => sql`${twins.dismissedAt} is null`,
        dismissed: () => sql`${twins.dismissedAt} is not null`,
      },
      sorts: { foundAt: [twins.foundAt, twins.id] },
    },
  ],
  types: { foundAt: ['timestamptz', 'bigint'] },
  selective: [],
  columns: twinColumns,
  joins: sql`join ${twins} t on t.id = page.key`,
});
