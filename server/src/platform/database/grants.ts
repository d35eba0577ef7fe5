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

const grantsTo = (role: string): string => {
  const name = pg.escapeIdentifier(role);
  return `begin;
    select pg_advisory_xact_lock(7316400117);
    grant usage on schema public, drizzle to ${name};
    grant select on all tables in schema drizzle to ${name};
    grant select, insert, update, delete on all tables in schema public to ${name};
    grant usage on all sequences in schema public to ${name};
    revoke update, delete, truncate on ${APPEND_ONLY.join(', ')} from ${name};
    grant execute on function forget_audit_events(timestamptz) to ${name};
    grant execute on function mask_events_of_erased(bigint, text[]) to ${name};
    grant execute on function forget_contents_of_erased(date) to ${name};
    commit`;
};

/** If one role does both, grants nothing; a trigger still prevents changes to events. */
export const grantServing = async ({ url, ownerUrl }: Addresses): Promise<void> => {
  const role = await roleOf(url);
  await withClient(ownerUrl, async (client) => {
    const [row] = await ask<{ isOwner: boolean }>(client, 'select current_user = $1 as "isOwner"', [role]);
    if (!row?.isOwner) await ask(client, grantsTo(role));
  });
};
