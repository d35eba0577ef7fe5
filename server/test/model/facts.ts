import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../src/platform/database/database.ts';
import type { CertificateKey, RegistrationKey } from './steps.ts';
import { type Class, classes, type Group, groups, type Person, people } from './world.ts';

export type Named<Name extends string, T> = Readonly<Record<Name, T>>;

/** The portal's ids and codes of the model's people, groups and classes. */
export interface Names {
  readonly accounts: Named<Person, { id: number; idNumber: string; token: string }>;
  readonly groups: Named<Group, { id: number; code: string }>;
  readonly classes: Named<Class, { id: number; code: string }>;
}

/** The state in the database, in the model's terms. */
export interface Facts {
  /** One line for each thing, as the model's `ledger`. */
  readonly ledger: Record<string, string[]>;
  readonly registrations: ReadonlyMap<RegistrationKey, number>;
  readonly certificates: ReadonlyMap<
    CertificateKey,
    { readonly id: number; readonly number: string; readonly requestIds: readonly number[] }
  >;
  /** The keys of certificates, by number. */
  readonly certificateKeys: ReadonlyMap<string, CertificateKey>;
}

interface RegistrationRow {
  id: number;
  class_id: number;
  account_id: number;
  group_id: number | null;
  state: string;
  reason: string | null;
  result: number | null;
  score: number | null;
  events: {
    actor: string;
    action: string;
    from_state: string | null;
    to_state: string;
    note: string | null;
    former: string | null;
  }[];
}

interface CertificateRow {
  id: number;
  number: string;
  account_id: number;
  type: string;
  issued_on: string;
  end_time: string;
  state: string;
  replaced_by_id: number | null;
  requests: {
    id: number;
    approved: boolean | null;
    front_note: string | null;
    backend_note: string | null;
  }[];
}

interface Rows {
  classes: { id: number; number: number }[];
  registrations: RegistrationRow[];
  reports: {
    class_id: number;
    reported_by: number;
    group_id: number | null;
    last_five: string;
    covers: number[];
  }[];
  memberships: { group_id: number; account_id: number; role: string; left: boolean }[];
  certificates: CertificateRow[];
  refunds: { registration_id: number; amount: number }[];
  mails: { account_id: number; template: string }[];
  audit: { actor: string; action: string }[];
}

const rows = (query: SQL): SQL => sql`(select coalesce(json_agg(row_to_json(t)), '[]') from (${query}) t)`;

const idsOf = (named: Readonly<Record<string, { id: number }>>): SQL =>
  sql.raw(`(${Object.values(named).map(({ id }) => id)})`);

const readRows = async (db: Database, names: Names): Promise<Rows> => {
  const [accountIds, classIds, groupIds] = [idsOf(names.accounts), idsOf(names.classes), idsOf(names.groups)];
  const held = sql`select id from certificates where account_id in ${accountIds}`;
  const { rows: found } = await db.execute<{ facts: Rows }>(sql`select json_build_object(
    'classes', ${rows(sql`select id, number from classes where id in ${classIds}`)},
    'registrations', ${rows(sql`
      select r.id, r.class_id, r.account_id, r.group_id, r.state, r.reason, r.result,
        (select score from scores s where s.registration_id = r.id) as score,
        ${rows(sql`
          select actor, action, from_state, to_state, note, data ->> 'from' as former from registration_events e
          where e.registration_id = r.id order by e.id`)} as events
      from registrations r where r.class_id in ${classIds} order by r.id`)},
    'reports', ${rows(sql`
      select p.class_id, p.reported_by, p.group_id, p.last_five,
        (select json_agg(registration_id) from payment_report_registrations c where c.report_id = p.id) as covers
      from payment_reports p where p.class_id in ${classIds} order by p.id`)},
    'memberships', ${rows(sql`
      select group_id, account_id, role, left_at is not null as left from memberships where group_id in ${groupIds}`)},
    'certificates', ${rows(sql`
      select c.id, c.number, c.account_id, k.type, c.issued_on, c.end_time, c.state, c.replaced_by_id,
        ${rows(sql`
          select id, case state when 'approved' then true when 'rejected' then false end as approved, front_note, backend_note from renewal_requests q
          where q.certificate_id = c.id order by q.id`)} as requests
      from certificates c join courses t on t.id = c.course_id
      join certificate_kinds k on k.id = t.certificate_kind_id
      where c.account_id in ${accountIds} order by c.id`)},
    'refunds', ${rows(sql`
      select f.registration_id, f.amount from refunds f join registrations r on r.id = f.registration_id
      where r.class_id in ${classIds} order by f.id`)},
    'mails', ${rows(sql`select account_id, template from mails where account_id in ${accountIds}`)},
    'audit', ${rows(sql`
      select actor, action from audit_events
      where subject = 'certificate' and subject_id in (${held})
        or subject = 'renewal_request' and subject_id in (
          select id from renewal_requests where certificate_id in (${held}))`)}
  ) as facts`);
  if (!found[0]) throw new Error('no facts');
  return found[0].facts;
};

const nameIn =
  <Name extends string>(known: readonly Name[], named: Readonly<Record<Name, { id: number }>>) =>
  (id: number): Name => {
    const name = known.find((each) => named[each].id === id);
    if (name === undefined) throw new Error(`nobody knows ${id}`);
    return name;
  };

/** Numbers the records of each person in the order in which they were created. */
const counting = () => {
  const counts = new Map<string, number>();
  return (of: string): number => {
    const n = counts.get(of) ?? 0;
    counts.set(of, n + 1);
    return n;
  };
};

/** Replaces the codes of classes in the text by the model's names. */
export const nameClasses = (text: string, names: Names): string =>
  classes.reduce((named, each) => named.replaceAll(names.classes[each].code, each), text);

/** The class from which the registration was moved first. */
const formerOf = (events: RegistrationRow['events']): string | null =>
  events.find(({ action }) => action === 'registration.move')?.former ?? null;

const keyed = <Key, Row extends { id: number }>(list: readonly Row[], keyOf: (row: Row) => Key) =>
  new Map(list.map((row) => [row.id, keyOf(row)]));

/** Reads all rows of a world. */
export const readFacts = async (db: Database, names: Names): Promise<Facts> => {
  const read = await readRows(db, names);
  const who = nameIn(people, names.accounts);
  const className = nameIn(classes, names.classes);
  const groupName = nameIn(groups, names.groups);
  const reasonOf = (reason: string | null) => nameClasses(reason ?? '-', names);
  const through = (id: number | null): string => (id === null ? 'alone' : groupName(id));
  const actor = (text: string): string => {
    const [kind, id] = text.split(':');
    return kind === 'account' ? who(Number(id)) : (kind ?? '');
  };

  const next = counting();
  const keys = keyed(read.registrations, ({ class_id, account_id, events }): RegistrationKey => {
    const begun = classes.find((each) => names.classes[each].code === formerOf(events));
    const [name, person] = [begun ?? className(class_id), who(account_id)];
    return `${name}/${person}/${next(`${name}/${person}`)}`;
  });
  const certificateKeys = keyed(read.certificates, ({ account_id }): CertificateKey => {
    const person: Person = who(account_id);
    return `${person}#${next(person)}`;
  });
  const key = (id: number): string => keys.get(id) ?? '?';
  const certificateKey = (id: number): CertificateKey => {
    const found = certificateKeys.get(id);
    if (!found) throw new Error(`nobody knows certificate ${id}`);
    return found;
  };

  const ledger = {
    numbers: read.classes.map(({ id, number }) => `${className(id)} ${number}`),
    registrations: read.registrations.map(
      ({ id, group_id, state, reason, result, score }) =>
        `${key(id)} ${through(group_id)} ${state} ${reasonOf(reason)} ${result ?? '-'} ${score ?? '-'}`,
    ),
    events: read.registrations.flatMap(({ id, events }) =>
      events.map(({ actor: by, action, from_state, to_state, note }, n) =>
        [key(id), n, actor(by), action, ...(from_state ? [from_state] : []), '→', to_state, note ?? '-'].join(
          ' ',
        ),
      ),
    ),
    reports: read.reports.map(
      ({ class_id, reported_by, group_id, last_five, covers }, n) =>
        `${n} ${className(class_id)} ${who(reported_by)} ${through(group_id)} ${last_five} ${(covers ?? []).map(key).sort().join(' ')}`,
    ),
    members: read.memberships.map(
      ({ group_id, account_id, role, left }) =>
        `${groupName(group_id)} ${who(account_id)} ${left ? 'left' : role}`,
    ),
    certificates: read.certificates.map(
      ({ id, type, issued_on, end_time, state, replaced_by_id }) =>
        `${certificateKey(id)} ${type} ${issued_on} ${end_time} ${state} ${replaced_by_id ? certificateKey(replaced_by_id) : '-'}`,
    ),
    requests: read.certificates.flatMap(({ id, requests }) =>
      requests.map(
        ({ approved, front_note, backend_note }, n) =>
          `${certificateKey(id)} ${n} ${approved ?? 'waits'} ${front_note ?? '-'} ${backend_note ?? '-'}`,
      ),
    ),
    refunds: read.refunds.map(({ registration_id, amount }) => `${key(registration_id)} ${amount}`),
    mails: read.mails.map(({ account_id, template }) => `${who(account_id)} ${template}`),
    audit: read.audit.map(({ actor: by, action }) => `${actor(by)} ${action}`),
  };
  return {
    ledger,
    registrations: new Map([...keys].map(([id, name]) => [name, id])),
    certificates: new Map(
      read.certificates.map(({ id, number, requests }) => [
        certificateKey(id),
        { id, number, requestIds: requests.map((request) => request.id) },
      ]),
    ),
    certificateKeys: new Map(read.certificates.map(({ id, number }) => [number, certificateKey(id)])),
  };
};
