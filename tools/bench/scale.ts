import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { today } from '@portal/contract/dates';
import '../../server/src/platform/database/resolve-drizzle.ts';
import { login } from '@portal/contract/accounts';
import { classDetail, classes } from '@portal/contract/catalogue';
import { verifyCertificate } from '@portal/contract/certificates';
import { enrol, records } from '@portal/contract/enrolment';
import { events } from '@portal/contract/office/audit';
import { certificateList } from '@portal/contract/office/certificate-register';
import { classList } from '@portal/contract/office/classes';
import { mailList } from '@portal/contract/office/correspondence';
import { registrationList, reviewQueue } from '@portal/contract/office/enrolment';
import { groupList } from '@portal/contract/office/groups';
import { paymentList } from '@portal/contract/office/payment';
import { findPeople, personList } from '@portal/contract/office/people';
import { search } from '@portal/contract/office/reports';
import { trainingRecords } from '@portal/contract/training';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded-postgres.ts';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { codeOf, inCity, inDistrict } from './catalogue.ts';
import {
  accountOf,
  as,
  CHECKED,
  groupsOf,
  HUNDRED_THOUSAND,
  LISTED_CLASS,
  MILLION,
  managerOf,
  OFFICER,
  PASSWORD,
  type Scale,
  spreadClass,
} from './data.ts';
import { type Load, load, time } from './load.ts';
import { medianOf } from './measure.ts';
import { fillAssociation } from './scale-data.ts';

/*
 * The hottest calls and the lists of the office with a million people, beside a tenth of everything: npm run bench:scale.
 * Needs about 20 GB of disk.
 */

const { values } = parseArgs({
  options: {
    /** Only what has one of these in its name, separated by commas; no results are kept then. */
    only: { type: 'string', default: '' },
    /** Divides both sides, to try the bench itself. */
    divide: { type: 'string', default: '1' },
    folder: { type: 'string', default: os.tmpdir() },
    /** Keeps the filled databases in this folder, and uses them the next time. */
    kept: { type: 'string' },
  },
});

const ROUNDS = 3;
const SLOWEST = 1.3;
/** The bound of a search for classes that finds ten times as many, and reads more for it (decision 139). */
const SLOWEST_SEARCH = 2.5;
/** The least share of what the same statements reach by bare `pg`, behind a server that does nothing else. */
const LEAST_OF_BARE = 0.5;
const READERS = 200;

interface Place {
  readonly name: string;
  readonly scale: Scale;
  readonly url: string;
  /** A server in the same process that sends recorded statements by bare `pg`, and the recorded answer. */
  readonly bareUrl: string;
  readonly database: string;
  readonly child: ChildProcess;
  readonly filled: number;
}

const divided = (scale: Scale): Scale => {
  const by = Number(values.divide);
  return {
    classes: scale.classes / by,
    people: scale.people / by,
    registrations: scale.registrations / by,
    certificatesEach: scale.certificatesEach,
    rosterClasses: 0,
  };
};

const withClient = async <T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** The seconds within which a kept database was filled; null if it is not there or not full. */
const keptSince = async (owner: string, name: string): Promise<number | null> => {
  const { rows } = await withClient(owner, (admin) =>
    admin.query<{ filled: string | null }>(
      `select shobj_description(oid, 'pg_database') as filled from pg_database where datname = $1`,
      [name],
    ),
  );
  return rows[0]?.filled ? Number(rows[0].filled) : null;
};

const fillDatabase = async (owner: string, name: string, scale: Scale): Promise<number> => {
  await withClient(owner, (admin) => admin.query(`drop database if exists ${name}`));
  await withClient(owner, (admin) => admin.query(`create database ${name}`));
  const database = urlOf(owner, name);
  await migrate(database);
  const began = performance.now();
  await withClient(database, (client) => fillAssociation(client, scale));
  const filled = (performance.now() - began) / 1000;
  await withClient(owner, (admin) => admin.query(`comment on database ${name} is '${filled}'`));
  console.log(`${name}: filled within ${filled.toFixed(0)} s`);
  return filled;
};

const urlOf = (owner: string, name: string): string => Object.assign(new URL(owner), { pathname: name }).href;

const openPlace = async (owner: string, name: string, scale: Scale, dataDir: string): Promise<Place> => {
  const filled = (await keptSince(owner, name)) ?? (await fillDatabase(owner, name, scale));
  const database = urlOf(owner, name);
  await migrate(database);
  // The data may be kept, or filled within longer than a session of staff may be idle.
  await withClient(database, (client) =>
    client.query(`update staff_sessions set created_at = now(), last_used_at = now(), confirmed_at = now(),
      expires_at = now() + interval '12 hours'`),
  );
  const child = fork(path.join(import.meta.dirname, 'server.ts'), {
    env: { ...process.env, DATABASE_URL: database, DATA_DIR: dataDir },
  });
  const [{ url, bareUrl }] = (await once(child, 'message')) as [Pick<Place, 'url' | 'bareUrl'>];
  return { name, scale, url, bareUrl, database, child, filled };
};

const personOf = ({ scale }: Place, n: number): number => 1 + (n % READERS) * (scale.people / READERS - 1);
const byPerson = (place: Place) => (n: number) => ({ headers: as(personOf(place, n)) });
const byOfficer = { request: () => ({ headers: as(OFFICER) }) };
const json = { 'content-type': 'application/json' };

const asked = (path: string, body: object): Load => ({
  method: 'POST',
  url: path,
  request: () => ({
    headers: { ...as(OFFICER), ...json, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(body),
  }),
});

/** In both data. */
const KNOWN = 777;

const OFFICE = 'office: ';

let searched = 0;
/** Kept data hold the enrolments of the last time. */
let enrolled = values.kept ? Math.floor(Math.random() * 10_000_000) : 0;

interface Call {
  readonly what: string;
  /** Whether it is a search for classes that finds ten times as many. */
  readonly findsMore?: boolean;
  readonly of: (place: Place) => Load;
}

const calls: readonly Call[] = [
  ...[
    ['a code', codeOf, false] as const,
    ['a subject in a district', inDistrict, true] as const,
    ['a subject in a city', inCity, true] as const,
  ].map(([what, wordOf, findsMore]) => ({
    what: `search of a guest, each time a new one, for ${what}`,
    findsMore,
    of: () => ({
      url: classes.path,
      request: () => ({
        path: `${classes.path}?type=Pagination&word=${encodeURIComponent(wordOf(searched++))}`,
      }),
    }),
  })),
  {
    what: 'class of a guest',
    of: (place) => ({
      url: classDetail.path,
      request: (n) => ({ path: classDetail.path.replace(':code', spreadClass(n, place.scale.people)) }),
    }),
  },
  {
    what: "logged-in person's class list",
    of: (place) => ({ url: `${classes.path}?type=Pagination&page=2`, request: byPerson(place) }),
  },
  {
    what: 'class list of a manager',
    of: (place) => ({
      url: `${classes.path}?type=Pagination&page=2`,
      request: (n) => ({ headers: as(managerOf(n % groupsOf(place.scale))) }),
    }),
  },
  { what: 'Record', of: (place) => ({ method: 'POST', url: records.path, request: byPerson(place) }) },
  {
    what: 'TrainingRecord',
    of: (place) => ({
      method: 'POST',
      url: `${trainingRecords.path}?type=Pagination&num=10&page=1`,
      request: byPerson(place),
    }),
  },
  {
    what: 'certificate checked by a stranger',
    of: () => ({ url: verifyCertificate.path.replace(':code', CHECKED) }),
  },
  {
    what: 'login',
    of: (place) => ({
      method: 'POST',
      url: login.path,
      request: (n) => ({
        headers: json,
        body: JSON.stringify({
          account: accountOf(personOf(place, n)),
          password: PASSWORD,
          country: 'foreign',
        }),
      }),
    }),
  },
  {
    what: 'enrolment',
    of: (place) => ({
      method: 'POST',
      url: enrol.path,
      request: () => {
        const n = enrolled++;
        const headers = { ...as(1 + (n % place.scale.people)), ...json };
        return { headers, body: JSON.stringify({ code: spreadClass(n, place.scale.people) }) };
      },
    }),
  },
  ...[
    ['review queue', reviewQueue.path],
    ['registrations', registrationList.path],
    ['registrations of a class', `${registrationList.path}?class=${LISTED_CLASS}`],
    ['registrations of a state', `${registrationList.path}?state=unpaid`],
    ['registrations of a person', `${registrationList.path}?person=${accountOf(KNOWN)}`],
    ['people', personList.path],
    ['people by name', `${personList.path}?sort=name`],
    ['people of a class', `${personList.path}?class=${LISTED_CLASS}`],
    ['classes', classList.path],
    ['classes, a code', `${classList.path}?word=TPE-CPR-007`],
    ['classes ahead', `${classList.path}?phase=ahead`],
    ['events', events.path],
    ['events of a person', `${events.path}?account=${KNOWN}`],
    ['events of a kind', `${events.path}?action=registration.approve`],
    ['certificates', certificateList.path],
    ['certificates, a number', `${certificateList.path}?search=BENCH-${KNOWN}-1`],
    ['certificates that end soon', `${certificateList.path}?state=expiring&sort=endTime`],
    ['payments', paymentList.path],
    ['payments in cash', `${paymentList.path}?method=cash`],
    ['mails', mailList.path],
    ['mails of a person', `${mailList.path}?account=${KNOWN}`],
    ['groups', groupList.path],
  ].map(([what = '', url = '']) => ({ what: `${OFFICE}${what}`, of: () => ({ url, ...byOfficer }) })),
  ...[
    ['classes of a district', '士林'],
    ['classes of a subject', '急救員'],
  ].map(([what, word = '']) => ({
    what: `${OFFICE}${what}`,
    findsMore: true,
    of: () => ({ url: `${classList.path}?word=${encodeURIComponent(word)}`, ...byOfficer }),
  })),
  ...[
    ['a name', '陳怡君'],
    ['a given name', '怡君'],
    ['a family name in Latin letters', 'Chen'],
    ['a given name in Latin letters', 'Yi-Chun'],
    ['a name in Latin letters', 'Chen Yi-Chun'],
    ['a passport', accountOf(KNOWN)],
    ['an e-mail', `bench${KNOWN}@example.com`],
  ].flatMap(([what, q]) => [
    { what: `${OFFICE}people found by ${what}`, of: () => asked(findPeople.path, { q }) },
    { what: `${OFFICE}search of everything for ${what}`, of: () => asked(search.path, { q }) },
  ]),
];

interface Figure {
  readonly what: string;
  readonly slowest: number;
  readonly million: number;
  readonly tenth: number;
  readonly ratio: number;
  /** Calls a second as a share of what their statements reach by bare `pg`. Only of the office's reads. */
  readonly ofBare?: number;
}

const timeOn = async (place: Place, { of }: Call): Promise<number> => (await time(place, of(place))).median;

const recordBare = async (place: Place, { method = 'GET', url, request }: Load): Promise<void> => {
  const { headers, body: payload } = request?.(0) ?? {};
  const call = { method, url, payload, headers };
  const response = await fetch(`${place.url}/bench/bare`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ call, accounts: [OFFICER] }),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
};

/** A read of the office beside its statements by bare `pg`, in turn. */
const compareWithBare = async (place: Place, read: Load): Promise<number> => {
  await recordBare(place, read);
  const bare: Load = { method: read.method ?? 'GET', url: read.url, repeats: 1 };
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = await load(place, { ...read, repeats: 1 });
    const theirs = await load({ url: place.bareUrl }, bare);
    ratios.push(ours.perSecond / theirs.perSecond);
  }
  return medianOf(ratios);
};

/** Both sides right after each other, several times; the middle of the ratios counts. */
const compare = async (call: Call, million: Place, tenth: Place): Promise<Figure> => {
  await timeOn(million, call);
  await timeOn(tenth, call);
  const rounds: { million: number; tenth: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ million: await timeOn(million, call), tenth: await timeOn(tenth, call) });
  const figure = {
    what: call.what,
    slowest: call.findsMore ? SLOWEST_SEARCH : SLOWEST,
    million: medianOf(rounds.map((round) => round.million)),
    tenth: medianOf(rounds.map((round) => round.tenth)),
    ratio: medianOf(rounds.map((round) => round.million / round.tenth)),
    ...(call.what.startsWith(OFFICE) && { ofBare: await compareWithBare(million, call.of(million)) }),
  };
  console.log(lineOf(figure));
  return figure;
};

const holds = ({ ratio, slowest, ofBare = 1 }: Figure): boolean =>
  ratio <= slowest && ofBare >= LEAST_OF_BARE;

const lineOf = (figure: Figure): string => {
  const { what, million, tenth, ratio, slowest, ofBare } = figure;
  return `| ${what} | ${million.toFixed(2)} | ${tenth.toFixed(2)} | ${ratio.toFixed(2)} | ${slowest} | ${ofBare?.toFixed(2) ?? '–'} | ${holds(figure) ? 'yes' : 'NO'} |`;
};

interface Table {
  readonly name: string;
  readonly rows: number;
  readonly megabytes: number;
  readonly indexes: number;
  /** Seconds of a vacuum after a hundredth of the rows was changed; null where the bench changes none. */
  readonly vacuumed: number | null;
}

const MANY_ROWS = 10_000;

/** Rows that may be written again without a change of what they say. */
const touched: Readonly<Record<string, string>> = {
  accounts: 'updated_at = updated_at',
  registrations: 'updated_at = updated_at',
  mails: 'attempts = attempts',
  sessions: 'last_used_at = last_used_at',
};

const vacuumAfter = async (client: pg.Client, table: string, change: string): Promise<number> => {
  await client.query(
    `update ${table} set ${change} where ctid in (select ctid from ${table} tablesample system (1))`,
  );
  const began = performance.now();
  await client.query(`vacuum ${table}`);
  return (performance.now() - began) / 1000;
};

const measureTables = ({ database }: Place): Promise<Table[]> =>
  withClient(database, async (client) => {
    const { rows } = await client.query<Omit<Table, 'vacuumed'>>(
      `select relname as name, reltuples::float8 as rows, pg_table_size(oid)::float8 / 1e6 as megabytes, pg_indexes_size(oid)::float8 / 1e6 as indexes
       from pg_class where relkind = 'r' and reltuples > ${MANY_ROWS} and relnamespace = 'public'::regnamespace order by reltuples desc`,
    );
    const tables: Table[] = [];
    for (const table of rows) {
      const change = touched[table.name];
      tables.push({ ...table, vacuumed: change ? await vacuumAfter(client, table.name, change) : null });
    }
    return tables;
  });

const secondsOf = (vacuumed: number | null | undefined): string => vacuumed?.toFixed(1) ?? '–';

const tableLine = ({ name, rows, megabytes, indexes, vacuumed }: Table, tenth: Table | undefined): string =>
  `| ${name} | ${Math.round(rows).toLocaleString('en')} | ${megabytes.toFixed(0)} | ${indexes.toFixed(0)} | ${secondsOf(vacuumed)} | ${secondsOf(tenth?.vacuumed)} |`;

const scansIn = async (place: Place, chosen: readonly Call[]): Promise<string[]> => {
  const { scansAt } = await import('./scale-plans.ts');
  return scansAt(
    place.database,
    chosen.map(({ what, of }) => ({ what, load: of(place) })),
  );
};

const postgres = async () => {
  const dataDir = values.kept ?? (await mkdtemp(path.join(values.folder, 'scale-')));
  return { dataDir, server: await startEmbeddedPostgres({ dataDir }) };
};

const report = (
  figures: readonly Figure[],
  tables: readonly string[],
  scans: readonly string[],
  [million, tenth]: readonly [Place, Place],
) => `# A million people

Made by \`npm run bench:scale\` on ${today(new Date())}, ${os.cpus().length} cores, Node ${process.version}, the embedded PostgreSQL with its own settings and fsync on:
${million.scale.people.toLocaleString('en')} people, ${million.scale.registrations.toLocaleString('en')} registrations, ${million.scale.classes.toLocaleString('en')} classes, filled within ${million.filled.toFixed(0)} s, beside a tenth of each (${tenth.filled.toFixed(0)} s).
Four callers, medians of ${ROUNDS} rounds in turn. Searches for classes that find ten times as many read what they find, and may take ${SLOWEST_SEARCH} times as long (decision 139), other calls ${SLOWEST} times. Reads of the office are loaded by more callers, too, beside their statements by bare \`pg\` behind a server that does
nothing else, and reach at least ${LEAST_OF_BARE} of its calls a second.

| call | million, ms | tenth, ms | ratio | at most | of bare pg | holds |
| --- | --- | --- | --- | --- | --- | --- |
${figures.map(lineOf).join('\n')}

${scans.length === 0 ? `No statement of these calls reads a table of more than ${MANY_ROWS.toLocaleString('en')} rows from end to end.` : `**Tables read from end to end:**\n\n${scans.map((each) => `- ${each}`).join('\n')}`}

| table | rows | MB | indexes, MB | vacuum after 1 % was changed, s | at a tenth, s |
| --- | --- | --- | --- | --- | --- |
${tables.join('\n')}

–: the bench changes no rows of it.
`;

const { dataDir, server } = await postgres();
const places: Place[] = [];
try {
  const tenth = await openPlace(server.ownerUrl, 'scale_tenth', divided(HUNDRED_THOUSAND), dataDir);
  places.push(tenth);
  const million = await openPlace(server.ownerUrl, 'scale_million', divided(MILLION), dataDir);
  places.push(million);
  const wanted = values.only.split(',');
  const chosen = calls.filter(({ what }) => wanted.some((each) => what.includes(each)));
  const scans = await scansIn(million, chosen);
  for (const scan of scans) console.log(`read from end to end: ${scan}`);
  const figures: Figure[] = [];
  for (const call of chosen) figures.push(await compare(call, million, tenth));
  const small = await measureTables(tenth);
  const tables = (await measureTables(million)).map((table) =>
    tableLine(
      table,
      small.find(({ name }) => name === table.name),
    ),
  );
  const text = report(figures, tables, scans, [million, tenth]);
  if (values.only === '' && values.divide === '1')
    await writeFile(path.join(import.meta.dirname, 'scale.md'), text);
  else console.log(text);
  if (scans.length > 0 || !figures.every(holds)) process.exitCode = 1;
} finally {
  for (const { child } of places) child.kill('SIGTERM');
  await Promise.all(places.map(({ child }) => child.exitCode ?? once(child, 'exit')));
  await server.stop();
  if (!values.kept) await rm(dataDir, { recursive: true, force: true });
}
