import { RegistrationForm } from '@portal/contract/person-form';
import { eq, sql } from 'drizzle-orm';
import { findChoices } from '../src/accounts/lookups/choices.ts';
import { markMailboxConfirmed } from '../src/accounts/mailbox/confirm-mailbox.ts';
import { hashPassword } from '../src/accounts/passwords/passwords.ts';
import { personColumns } from '../src/accounts/profile/person-columns.ts';
import { storePhoto } from '../src/accounts/profile/photos.ts';
import { findAccount } from '../src/accounts/queries.ts';
import { addPeople } from '../src/accounts/sign-up/add-people.ts';
import type { ImportedPerson } from '../src/accounts/sign-up/imported-person.ts';
import { register } from '../src/accounts/sign-up/register.ts';
import { accounts, cities } from '../src/accounts/tables.ts';
import { organizations } from '../src/catalogue/tables.ts';
import { addMembership } from '../src/groups/add-membership.ts';
import { createGroup } from '../src/groups/create-group.ts';
import { type ManagedGroup, requireManager } from '../src/groups/policy.ts';
import { findOwnGroup } from '../src/groups/queries.ts';
import { inTransaction, type Tx } from '../src/platform/database/database.ts';
import type { Services } from '../src/platform/services.ts';
import type { Staff } from '../src/staff/actors.ts';
import association from './association.json' with { type: 'json' };
import { people as material } from './content.ts';
import { loadGroupNeeds } from './load-group-needs.ts';
import {
  type CastName,
  cast,
  castJoinedOf,
  DEMO_PASSWORD,
  type DemoPerson,
  extraJoinedDaysAgo,
  extras,
  imported,
} from './people.ts';
import { renderPicture } from './pictures.ts';
import { portrait } from './portrait.ts';

const DAY = 86_400_000;

/** Account ids. */
export interface DemoPeople {
  readonly cast: Record<CastName, number>;
  readonly extras: readonly number[];
}

export interface DemoGroups {
  readonly lanhai: number;
  /** The same, as its manager 陳 enrols people in it. */
  readonly managed: ManagedGroup;
}

const homes: Record<string, { city: string; area: string; code: string; prefix: string; digits: number }> = {
  TPE: { city: '臺北市', area: '中正區', code: '100', prefix: '02', digits: 8 },
  NTP: { city: '新北市', area: '板橋區', code: '220', prefix: '02', digits: 8 },
  TYN: { city: '桃園市', area: '桃園區', code: '330', prefix: '03', digits: 7 },
  TXG: { city: '臺中市', area: '西屯區', code: '407', prefix: '04', digits: 8 },
  TNN: { city: '臺南市', area: '東區', code: '701', prefix: '06', digits: 7 },
  KHH: { city: '高雄市', area: '苓雅區', code: '802', prefix: '07', digits: 7 },
  HUN: { city: '花蓮縣', area: '花蓮市', code: '970', prefix: '03', digits: 7 },
};

const pick = <T>(values: readonly T[], n: number): T | undefined => values[n % values.length];

/** The person's registration form. */
const formOf = (person: DemoPerson, n: number): unknown => {
  const home = homes[person.organization] ?? homes.TPE;
  const employer = pick(material.employers, n);
  const branch = association.organizations.find(({ code }) => code === person.organization);
  return {
    country: person.country,
    organization_id: branch?.name,
    chinese_name: person.name,
    english_name: person.english,
    id_number: person.country === 'local' ? person.account : '',
    passport_no: person.country === 'foreign' ? person.account : '',
    password: DEMO_PASSWORD,
    password_confirmation: DEMO_PASSWORD,
    sex: String(person.sex),
    birthday: person.born,
    city: home?.city,
    area: home?.area,
    address: `${pick(material.streets, n)} ${(n % 90) + 1} 號`,
    address_code: home?.code,
    email: `${person.account.toLowerCase()}@example.com`,
    cell_phone: `0900-${String(n).padStart(6, '0')}`,
    home_phone: `${home?.prefix}-${'2'.padEnd(home?.digits ?? 8, '0')}`,
    company_phone: '',
    career: employer?.name,
    career_id: employer?.career,
    education: '大學',
    educationstatuse: '畢業',
    school: pick(material.schools, n),
    department: pick(material.departments, n),
  };
};

interface Joining {
  readonly person: DemoPerson;
  readonly photo: Uint8Array | null;
}

const join = async (
  services: Services,
  { person, photo }: Joining,
  n: number,
  now: Date,
): Promise<number> => {
  const { accountId } = await register(services, RegistrationForm.parse(formOf(person, n)), {
    photo,
    idempotency: null,
    // Kept for examples (RFC 5737): nobody's registrations are counted together with these.
    address: '192.0.2.1',
    now,
  });
  await services.db.transaction((tx) => markMailboxConfirmed(tx, accountId, now));
  return accountId;
};

/** The faces of the trainees who fill the classes come up again. */
const FACES = 20;

interface OfFormerSystem {
  readonly person: DemoPerson;
  /** The place in `formOf`. */
  readonly n: number;
  readonly joinedAt: Date;
  readonly photo: Uint8Array | null;
}

const importedOf = async (tx: Tx, { person, n }: OfFormerSystem): Promise<ImportedPerson> => {
  const form = RegistrationForm.parse(formOf(person, n));
  return {
    ...{ ...personColumns(form), ...(await findChoices(tx, form)) },
    ...{ country: person.country, number: person.account, chineseName: person.name, birthday: person.born },
  };
};

/** They have set a password, uploaded a photo and confirmed the mailbox since. */
const complete = async (tx: Tx, people: readonly { readonly id: number; readonly key: string | null }[]) => {
  // Hashing one for each would take a second.
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await tx.execute(sql`
    update ${accounts} set photo_key = person.key, email_confirmed_at = created_at,
      password_hash = ${passwordHash}, password_is_birthday = false
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as person (id bigint, key text)
    where ${accounts.id} = person.id`);
};

/** People whom the association has taken over from its former system, month by month. */
const takeOver = async (
  services: Services,
  people: readonly OfFormerSystem[],
  staff: Staff,
): Promise<number[]> =>
  inTransaction(services.db, async (tx) => {
    const added: { readonly id: number; readonly key: string | null }[] = [];
    for (const [, together] of Map.groupBy(people, ({ joinedAt }) => joinedAt.getTime())) {
      const rows: ImportedPerson[] = [];
      for (const each of together) rows.push(await importedOf(tx, each));
      const now = together[0]?.joinedAt ?? new Date();
      const ids = await addPeople(tx, rows, { actor: staff, now });
      for (const { person, photo } of together)
        added.push({ id: ids.get(person.account) ?? 0, key: await storePhoto(services, photo) });
    }
    await complete(tx, added);
    return added.map(({ id }) => id);
  });

/** People imported from the old system: an identifier, a name and the birth date, which is also the password. */
export const importPerson = async (
  { db }: Pick<Services, 'db'>,
  person: DemoPerson,
  now: Date,
): Promise<void> => {
  const [branch] = await db.select().from(organizations).where(eq(organizations.code, person.organization));
  const [city] = await db
    .select()
    .from(cities)
    .where(eq(cities.name, homes[person.organization]?.city ?? ''));
  await db.insert(accounts).values({
    country: person.country,
    idNumber: person.account,
    passwordHash: await hashPassword(person.born.replaceAll('-', '')),
    passwordIsBirthday: true,
    importedAt: now,
    organizationId: branch?.id,
    chineseName: person.name,
    sex: person.sex,
    birthday: person.born,
    cityId: city?.id,
    createdAt: now,
    updatedAt: now,
  });
};

/** Everybody of the cast, through the registration itself, and the trainees who fill the classes. */
export const loadPeople = async (services: Services, staff: Staff, now: Date): Promise<DemoPeople> => {
  const names = Object.keys(cast) as CastName[];
  // All at once: another core draws while people join.
  const ownPhotos = names.map((name, n) => renderPicture(portrait(n, cast[name].sex), 295, 413));
  const faces = extras
    .slice(0, FACES)
    .map(({ sex }, n) => renderPicture(portrait(n + names.length, sex), 295, 413));
  const before = (days: number) => new Date(now.getTime() - days * DAY);
  const ids: number[] = [];
  for (const [n, name] of names.entries()) {
    const joining = { person: cast[name], photo: (await ownPhotos[n]) ?? null };
    ids.push(await join(services, joining, n, before(castJoinedOf(name))));
  }
  const photos = await Promise.all(faces);
  const people = extras.map((person, n) => ({
    ...{ person, n: n + names.length, joinedAt: before(extraJoinedDaysAgo(n)) },
    photo: photos[n % FACES] ?? null,
  }));
  const extraIds = await takeOver(services, people, staff);
  await importPerson(services, imported, now);
  return {
    cast: Object.fromEntries(names.map((name, n) => [name, ids[n]])) as Record<CastName, number>,
    extras: extraIds,
  };
};

/** LANHAI 藍海救生隊, ALPINE 岳友登山社 and POOL 河岸運動中心, with the certificates that they need. */
export const loadGroups = async (
  { db }: Services,
  { cast: who, extras }: DemoPeople,
  now: Date,
): Promise<DemoGroups> =>
  db.transaction(async (tx) => {
    const context = { actor: 'system', now } as const;
    const { organizationId } = await findAccount(tx, who.chen);
    const lanhai = await createGroup(
      tx,
      { code: 'LANHAI', name: '藍海救生隊', organizationId, managerIds: [who.chen, who.hsu] },
      context,
    );
    const members = [who.lin, who.maria, who.huang, who.chang, who.li, who.wu, who.tsai];
    for (const accountId of members) await addMembership(tx, { groupId: lanhai, accountId }, context);
    const alpine = await createGroup(
      tx,
      { code: 'ALPINE', name: '岳友登山社', organizationId, managerIds: [who.chen] },
      context,
    );
    await addMembership(tx, { groupId: alpine, accountId: who.wu }, context);
    const pool = await createGroup(
      tx,
      { code: 'POOL', name: '河岸運動中心', organizationId, managerIds: [who.chen] },
      context,
    );
    for (const accountId of extras.slice(0, 14)) {
      await addMembership(tx, { groupId: pool, accountId }, context);
    }
    await loadGroupNeeds(tx, now);
    const managed = requireManager(await findOwnGroup(tx, { code: 'LANHAI', accountId: who.chen }));
    return { lanhai, managed };
  });
