import pg from 'pg';
import { ask, close, open } from '../http/start-client.ts';

/** The serving role may insert and read rows, but not change them. */
export const APPEND_ONLY = [
  'audit_events',
  'event_people',
  'registration_events',
  'charges',
  'certificate_contents',
] as const;

interface Addresses {
  readonly ownerUrl: string;
  readonly url: string;
}

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = await open(url);
  try {
    return await work(client);
  } finally {
    await close(client);
  }
};

const roleOf = (url: string): Promise<string> =>
  withClient(url, async (client) => {
    const [row] = await ask<{ role: string }>(client, 'select current_user as role');
    return row?.role ?? '';
  });

/** Tables, views and sequences of the schema. Others may have theirs beside them, as extensions do, and only their owner grants rights to those. */
const ownRelations = async (client: pg.Client) => {
  const rows = await ask<{ name: string; isSequence: boolean }>(
    client,
    `select format('%I.%I', relnamespace::regnamespace, relname) as name, relkind = 'S' as "isSequence"
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
       and pg_has_role(current_user, relowner, 'usage')`,
  );
  const names = (isSequence: boolean) =>
    rows.filter((row) => row.isSequence === isSequence).map((row) => row.name);
  return { tables: names(false).join(', '), sequences: names(true).join(', ') };
};

const grantTo = async (client: pg.Client, role: string): Promise<void> => {
  const name = pg.escapeIdentifier(role);
  const { tables, sequences } = await ownRelations(client);
  await ask(
    client,
    `begin;
    select pg_advisory_xact_lock(7316400117);
    grant usage on schema public, drizzle to ${name};
    grant select on all tables in schema drizzle to ${name};
    grant select, insert, update, delete on ${tables} to ${name};
    grant usage on sequence ${sequences} to ${name};
    revoke update, delete, truncate on ${APPEND_ONLY.join(', ')} from ${name};
    grant execute on function forget_audit_events(timestamptz) to ${name};
    grant execute on function mask_events_of_erased(bigint, text[]) to ${name};
    grant execute on function forget_contents_of_erased(date) to ${name};
    commit`,
  );
};

/** If one role does both, grants nothing; a trigger still prevents changes to events. */
export const grantServing = async ({ url, ownerUrl }: Addresses): Promise<void> => {
  const role = await roleOf(url);
  await withClient(ownerUrl, async (client) => {
    const [row] = await ask<{ isOwner: boolean }>(client, 'select current_user = $1 as "isOwner"', [role]);
    if (!row?.isOwner) await grantTo(client, role);
  });
};
