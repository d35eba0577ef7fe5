import { type SQLWrapper, sql } from 'drizzle-orm';
import { isNamed } from '../accounts/people/is-person.ts';
import { accounts, searchedEmail } from '../accounts/tables.ts';
import { organizations } from '../catalogue/tables.ts';
import { classes } from '../classes/tables.ts';
import type { DeliveryState } from '../mail/states.ts';
import { mailKey, mails } from '../mail/tables.ts';
import { endOfDay, startOfDay } from '../platform/database/days.ts';
import { defineList } from '../platform/database/list.ts';
import { isHeld } from './held.ts';

export interface MailListRow {
  readonly cursor: readonly string[];
  readonly key: string;
  readonly createdAt: string;
  readonly sentAt: string | null;
  readonly state: DeliveryState;
  readonly isHandled: boolean;
  readonly isHeld: boolean;
  readonly template: string;
  readonly data: unknown;
  readonly recipient: string;
  readonly personId: string | null;
  readonly name: string | null;
  readonly classId: string | null;
  readonly code: string | null;
  readonly organization: string | null;
}

const isPerson = (value: SQLWrapper) => sql`m.account_id in (
  select ${accounts.id} from ${accounts}
  where ${isNamed(value, sql`${searchedEmail(accounts.email)} = lower(${value}::text)`)})`;

const undeliverable = sql`m.state = 'undeliverable'`;

/** Has a statement for each state, so that PostgreSQL uses the partial indexes. */
export const mailsList = defineList<
  'class' | 'person' | 'account' | 'from' | 'until' | MailListState,
  'createdAt',
  MailListRow
>({
  name: 'mails',
  sources: [
    {
      from: sql`${mails} m`,
      key: sql`m.id`,
      organization: sql`m.organization_id`,
      filters: {
        class: (value) =>
          sql`m.class_id = (select ${classes.id} from ${classes} where ${classes.code} = ${value}::text)`,
        person: isPerson,
        account: (value) => sql`m.account_id = ${value}::bigint`,
        from: (value) => sql`m.created_at >= ${startOfDay(value)}`,
        until: (value) => sql`m.created_at < ${endOfDay(value)}`,
        waiting: () => sql`m.state = 'queued' and not ${isHeld}`,
        held: () => sql`m.state = 'queued' and ${isHeld}`,
        sent: () => sql`m.state = 'sent'`,
        undeliverable: () => sql`${undeliverable} and m.handled_at is null`,
        handled: () => sql`${undeliverable} and m.handled_at is not null`,
      },
      sorts: { createdAt: [sql`m.created_at`, mailKey(sql`m.id`)] },
    },
  ],
  types: { createdAt: ['timestamptz', 'text'] },
  selective: ['class', 'person', 'account'],
  columns: sql`
    page.sort1 as key, to_json(m.created_at) #>> '{}' as "createdAt", to_json(m.sent_at) #>> '{}' as "sentAt", m.state,
    m.handled_at is not null as "isHandled", ${isHeld} as "isHeld", m.template, m.data - 'secret' as data, m.recipient,
    a.id as "personId", a.chinese_name as name, c.id as "classId", c.code, o.name as organization`,
  joins: sql`
    join ${mails} m on m.id = page.key
    left join ${accounts} a on a.id = m.account_id
    left join ${classes} c on c.id = m.class_id
    left join ${organizations} o on o.id = m.organization_id`,
});

type MailListState = 'waiting' | 'held' | 'sent' | 'undeliverable' | 'handled';
