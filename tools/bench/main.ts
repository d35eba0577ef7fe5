import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { login } from '@portal/contract/accounts';
import { classes } from '@portal/contract/catalogue';
import { verifyCertificate } from '@portal/contract/certificates';
import { today } from '@portal/contract/dates';
import { enrol, records } from '@portal/contract/enrolment';
import { groupCertificates } from '@portal/contract/group-certificates';
import { roster, submitRoster } from '@portal/contract/groups';
import { certificateList } from '@portal/contract/office/certificate-register';
import { registrationList, reviewQueue } from '@portal/contract/office/enrolment';
import { trainingRecords } from '@portal/contract/training';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded-postgres.ts';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { inCity } from './catalogue.ts';
import {
  accountOf,
  as,
  CHECKED,
  crowdedClass,
  FULL,
  fill,
  groupsOf,
  LISTED_CLASS,
  managerOf,
  NEEDING_GROUP,
  NEEDING_MANAGER,
  OFFICER,
  PASSWORD,
  registrantsIn,
  rosterClass,
  type Scale,
  spreadClass,
  TENTH,
} from './data.ts';
import { CONCURRENCY, FEW_CALLERS, type Load, load, SECONDS, time } from './load.ts';
import { medianOf, type Rate } from './measure.ts';

const ROUNDS = 5;

/** `npm run bench -- Record` measures only what has that in its name, and keeps no results. */
const wanted = process.argv[2] ?? '';

/** `npm run bench -- certificate 50` gives each person so many certificates: fifty are a million in all. */
const SCALE: Scale = { ...FULL, certificatesEach: Number(process.argv[3] ?? FULL.certificatesEach) };

const list = `${classes.path}?type=Pagination&page=2`;
/** More words than answers are kept, so that each search reads the classes. */
const WORDS = 500;
const searchFor = (n: number) => `${classes.path}?type=Pagination&word=${encodeURIComponent(inCity(n))}`;
let nextWord = WORDS;
/** A search for a new word: no answer is cached for it. */
const newSearch = () => searchFor(nextWord++);
const classRoster = `${registrationList.path}?class=${LISTED_CLASS}`;
/** The office's floor for what is read. */
const OFFICE = { floor: 0.65 };
const byOfficer = { request: () => ({ headers: as(OFFICER) }), repeats: 1 };

interface Portal {
  url: string;
  /** A server in the same process that sends recorded statements by bare `pg`, and the recorded answer. */
  bareUrl: string;
  scale: Scale;
  child: ChildProcess;
  /** People with a registration in a class of `list`. */
  registrants: readonly number[];
}

const openPortal = async (server: string, name: string, scale: Scale, dataDir: string): Promise<Portal> => {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const database = new URL(server);
  database.pathname = `/${name}`;
  await migrate(database.href);
  const client = new pg.Client({ connectionString: database.href });
  await client.connect();
  try {
    await fill(client, scale);
  } finally {
    await client.end();
  }
  const child = fork(path.join(import.meta.dirname, 'server.ts'), {
    env: { ...process.env, DATABASE_URL: database.href, DATA_DIR: dataDir },
  });
  const [{ url, bareUrl }] = (await once(child, 'message')) as [Pick<Portal, 'url' | 'bareUrl'>];
  const { data } = (await (await fetch(`${url}${list}`)).json()) as { data: { id: number }[] };
  const listed = new Set(data.map(({ id }) => id));
  return { url, bareUrl, scale, child, registrants: registrantsIn(listed, scale).slice(0, READERS) };
};

const post = async <T>(portal: Portal, door: string, body: unknown): Promise<T> => {
  const response = await fetch(`${portal.url}${door}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${door}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
};

const personOf = (portal: Portal, n: number) => 1 + (n % portal.scale.people);
/**
 * Reads are made by so many people, spread over all: each comes again before the minute is over in which their session
 * was noted. A step that has nothing in common with the size of the groups: one in 200 manages one, as among all.
 * The statements of the same people are replayed: with fewer, PostgreSQL would find more rows in the processor's caches.
 */
const READERS = 200;
const readerOf = ({ scale: { people } }: Portal, n: number) => 1 + (n % READERS) * (people / READERS - 1);

/** Enrolments are counted over the whole bench, so that nobody applies twice for one class. */
const enrolled = new Map<Portal, number>();
const takeNumbers = (portal: Portal): number => {
  const from = enrolled.get(portal) ?? 0;
  // A measurement takes fewer than there are people in the full data; each begins with the next class.
  enrolled.set(portal, from + FULL.people);
  return from;
};

let crowd = 0;
const nextCrowd = () => crowd++;

const enrolLoad = (portal: Portal, crowded: number | null): Load => {
  const from = takeNumbers(portal);
  return {
    method: 'POST',
    url: enrol.path,
    request: (n) => {
      const code = crowded === null ? spreadClass(from + n, portal.scale.people) : crowdedClass(crowded);
      return {
        headers: { ...as(personOf(portal, from + n)), 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      };
    },
  };
};

/**
 * The manager whose group is submitted for one class after the other. Not one of the readers: their Record holds every
 * registration of the group, tens of thousands by the end.
 */
const SUBMITTER = managerOf(1);
/** Forty of their people, as the manager ticks them. */
const forty = {
  members: Array.from({ length: 40 }, (_, n) => ({ id: SUBMITTER + 1 + n, state: true })),
  admins: [],
  had_removed: [],
};

let submitted = 0;
const submitLoad = (): Load => ({
  method: 'POST',
  url: submitRoster.path,
  request: () => ({
    headers: { ...as(SUBMITTER), 'content-type': 'application/json' },
    body: JSON.stringify({ ...forty, code: rosterClass(submitted++) }),
  }),
});

/** Submissions take classes as they come; what the bare side takes is reckoned afterwards, generously. */
const bareSubmit = async (portal: Portal): Promise<Rate> => {
  const from = submitted;
  const rate = await post<Rate>(portal, '/bench/replay-submit', {
    accountId: SUBMITTER,
    from,
    body: forty,
    concurrency: FEW_CALLERS,
    seconds: SECONDS,
  });
  submitted += Math.ceil(rate.perSecond * SECONDS) + CONCURRENCY;
  return rate;
};

const trainingPath = `${trainingRecords.path}?type=Pagination&num=10&page=1`;
const rosterPath = roster.path.replace(':code', rosterClass(0));

const checked = verifyCertificate.path.replace(':code', CHECKED);

const needed: Load = {
  url: groupCertificates.path.replace(':GroupCode', NEEDING_GROUP),
  request: () => ({ headers: as(NEEDING_MANAGER) }),
  repeats: 1,
};

const byRegistrant = ({ registrants }: Portal) => ({
  request: (n: number) => ({ headers: as(registrants[n % registrants.length] ?? 0) }),
  repeats: registrants.length,
});

const byManager = ({ scale }: Portal) => ({
  request: (n: number) => ({ headers: as(managerOf(n % groupsOf(scale))) }),
  repeats: groupsOf(scale),
});

const loginLoad = (portal: Portal): Load => ({
  method: 'POST',
  url: login.path,
  request: (n) => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: accountOf(readerOf(portal, n)), password: PASSWORD, country: 'foreign' }),
  }),
  repeats: READERS,
});

interface Figure {
  what: string;
  ours: number;
  theirs: number;
  ratio: number;
  /** The least and the greatest ratio that is allowed. */
  floor?: number;
  ceiling?: number;
  unit: string;
}

interface Comparison {
  what: string;
  limit: { floor?: number; ceiling?: number };
  unit: string;
  ours: () => Promise<number>;
  theirs: () => Promise<number>;
}

/** Measures both sides right after each other, several times; the middle of the ratios counts. */
const compare = async ({ what, limit, unit, ours, theirs }: Comparison): Promise<Figure> => {
  const rounds: { ours: number; theirs: number }[] = [];
  await ours();
  await theirs();
  for (let round = 0; round < ROUNDS; round += 1) rounds.push({ ours: await ours(), theirs: await theirs() });
  const figure = {
    what,
    ours: medianOf(rounds.map((round) => round.ours)),
    theirs: medianOf(rounds.map((round) => round.theirs)),
    ratio: medianOf(rounds.map((round) => round.ours / round.theirs)),
    unit,
    ...limit,
  };
  console.log(line(figure));
  return figure;
};

const holds = ({ ratio, floor = 0, ceiling = Number.POSITIVE_INFINITY }: Figure) =>
  ratio >= floor && ratio <= ceiling;
const verdict = (figure: Figure) => {
  if (limitOf(figure) === '–') return '–';
  return holds(figure) ? 'yes' : 'NO';
};
const limitOf = ({ floor, ceiling }: Figure) => {
  if (floor !== undefined) return `≥ ${floor}`;
  return ceiling === undefined ? '–' : `≤ ${ceiling}`;
};
const short = (value: number) => (value >= 100 ? Math.round(value).toString() : value.toFixed(2));
const line = (figure: Figure) =>
  `| ${figure.what} | ${short(figure.ours)} ${figure.unit} | ${short(figure.theirs)} ${figure.unit} | ${figure.ratio.toFixed(2)} | ${limitOf(figure)} | ${verdict(figure)} |`;

const perSecond = async (rate: Promise<Rate>) => (await rate).perSecond;
const median = async (rate: Promise<Rate>) => (await rate).median;

/** Compares calls with the bare work behind them, on the full data. */
const speed = (portal: Portal): Comparison[] => {
  const readers = Array.from({ length: READERS }, (_, n) => readerOf(portal, n));
  const managers = Array.from({ length: groupsOf(portal.scale) }, (_, n) => managerOf(n));
  const alone = (method: 'GET' | 'POST', url: string, accountId = 7) =>
    post<Rate>(portal, '/bench/replay', {
      call: { method, url },
      accountId,
      concurrency: CONCURRENCY,
      seconds: SECONDS,
    });
  const bareServer = ({ method = 'GET', url }: Load) =>
    load({ url: portal.bareUrl }, { method, url, repeats: 1 });
  const bare = async (method: 'GET' | 'POST', url: string, accounts: readonly number[]) => {
    await post(portal, '/bench/bare', { call: { method, url }, accounts });
    return bareServer({ method, url });
  };
  const bareSearch = async () => {
    const call = { method: 'GET', url: newSearch() };
    await post(portal, '/bench/bare', { call, accounts: [], before: newSearch() });
    return bareServer({ url: searchFor(0) });
  };
  /** A reading call, loaded as the bare statements behind a bare server are, and against those statements alone. */
  const reading = (
    what: string,
    call: Load,
    accounts: readonly number[],
    limit: Comparison['limit'] = { floor: 0.75 },
  ): Comparison[] => {
    const { method = 'GET', url } = call;
    const common = { unit: 'a second', ours: () => perSecond(load(portal, call)) };
    return [
      {
        ...common,
        what: `${what} / its statements by bare pg behind a bare server`,
        limit,
        theirs: () => perSecond(bare(method, url, accounts)),
      },
      {
        ...common,
        what: `${what} / its statements by bare pg, without HTTP`,
        limit: {},
        theirs: () => perSecond(alone(method, url, accounts[0])),
      },
    ];
  };
  const loginAlone = () =>
    post<Rate>(portal, '/bench/replay-login', { accountId: 7, concurrency: CONCURRENCY, seconds: SECONDS });
  const bareLogin = async () => {
    await post(portal, '/bench/bare-login', { accountId: 7 });
    return bareServer({ method: 'POST', url: login.path });
  };
  const forgetLogins = async (rate: Rate): Promise<Rate> => {
    await post(portal, '/bench/forget-logins', {});
    return rate;
  };
  let sample = 100;
  const replayed = (crowded: number | null) => ({
    accountId: sample++,
    people: portal.scale.people,
    crowded,
    from: takeNumbers(portal),
  });
  const enrolAlone = (crowded: number | null) =>
    post<Rate>(portal, '/bench/replay-enrol', {
      ...replayed(crowded),
      concurrency: CONCURRENCY,
      seconds: SECONDS,
    });
  const bareEnrol = async (crowded: number | null) => {
    await post(portal, '/bench/bare-enrol', replayed(crowded));
    return bareServer({ method: 'POST', url: enrol.path });
  };
  /** A writing call, compared as reading ones are. */
  const writing = (
    what: string,
    floor: number,
    sides: Record<'ours' | 'behindServer' | 'alone', () => Promise<Rate>>,
  ): Comparison[] => {
    const common = { unit: 'a second', ours: () => perSecond(sides.ours()) };
    return [
      {
        ...common,
        what: `${what} by bare pg behind a bare server`,
        limit: { floor },
        theirs: () => perSecond(sides.behindServer()),
      },
      {
        ...common,
        what: `${what} by bare pg, without HTTP`,
        limit: {},
        theirs: () => perSecond(sides.alone()),
      },
    ];
  };
  const byReader = { request: (n: number) => ({ headers: as(readerOf(portal, n)) }), repeats: READERS };
  return [
    {
      what: "guest's class list / the same bytes sent by the same process",
      limit: { floor: 0.75 },
      unit: 'a second',
      ours: () => perSecond(load(portal, { url: list, repeats: 1 })),
      theirs: () => perSecond(load(portal, { url: '/bench/bytes', repeats: 1 })),
    },
    {
      what: "logged-in person's class list / the statements that read a list, by bare pg, without HTTP",
      limit: { floor: 1.4 },
      unit: 'a second',
      ours: () => perSecond(load(portal, { url: list, ...byReader })),
      theirs: () => perSecond(alone('GET', list, portal.registrants[0])),
    },
    ...reading("logged-in person's class list", { url: list, ...byReader }, readers),
    ...reading('class list of a manager', { url: list, ...byManager(portal) }, managers),
    ...reading('class list of a registrant', { url: list, ...byRegistrant(portal) }, portal.registrants, {}),
    ...reading('Record', { method: 'POST', url: records.path, ...byReader }, readers),
    ...reading('TrainingRecord', { method: 'POST', url: trainingPath, ...byReader }, readers),
    ...reading('roster of a group of 60', { url: rosterPath, ...byManager(portal) }, managers),
    ...reading('check of a certificate by a stranger', { url: checked }, [], { floor: 0.65 }),
    ...reading('certificates of a group of 500 and 20 kinds', needed, [NEEDING_MANAGER], {}),
    {
      what: 'certificates of a group of 500 and 20 kinds: latency / the 300 ms that it may take',
      limit: { ceiling: 1 },
      unit: 'ms',
      ours: () => median(time(portal, needed)),
      theirs: async () => 300,
    },
    ...reading(
      "office's register of certificates",
      { url: certificateList.path, ...byOfficer },
      [OFFICER],
      OFFICE,
    ),
    {
      what: "office's register of certificates, searched by number: latency / the 300 ms that it may take",
      limit: { ceiling: 1 },
      unit: 'ms',
      ours: () => median(time(portal, { url: `${certificateList.path}?search=${CHECKED}`, ...byOfficer })),
      theirs: async () => 300,
    },
    {
      what: 'search by word / its statements by bare pg behind a bare server',
      limit: { floor: 0.75 },
      unit: 'a second',
      ours: () =>
        perSecond(load(portal, { url: searchFor(0), request: (n) => ({ path: searchFor(n % WORDS) }) })),
      theirs: () => perSecond(bareSearch()),
    },
    ...reading("office's review queue", { url: reviewQueue.path, ...byOfficer }, [OFFICER], OFFICE),
    ...reading("office's roster of a class", { url: classRoster, ...byOfficer }, [OFFICER], OFFICE),
    ...reading(
      "office's list of registrations",
      { url: registrationList.path, ...byOfficer },
      [OFFICER],
      OFFICE,
    ),
    {
      what: 'submission of a roster of 40 / its statements by bare pg',
      limit: { floor: 0.95 },
      unit: 'a second',
      ours: () => perSecond(time(portal, submitLoad())),
      theirs: () => perSecond(bareSubmit(portal)),
    },
    ...writing('login / one verification and its statements', 0.85, {
      ours: () => load(portal, loginLoad(portal)),
      behindServer: async () => forgetLogins(await bareLogin()),
      alone: async () => forgetLogins(await loginAlone()),
    }),
    ...writing('enrolment, spread / its statements', 0.75, {
      ours: () => load(portal, enrolLoad(portal, null)),
      behindServer: () => bareEnrol(null),
      alone: () => enrolAlone(null),
    }),
    ...writing('enrolment, one class / its statements', 3.5, {
      ours: () => load(portal, enrolLoad(portal, nextCrowd())),
      behindServer: () => bareEnrol(nextCrowd()),
      alone: () => enrolAlone(nextCrowd()),
    }),
  ];
};

/** The same call on the full data and on a tenth of it. */
const growth = (full: Portal, tenth: Portal): Comparison[] => {
  const both = (what: string, of: (portal: Portal) => Load): Comparison => ({
    what: `${what}: latency on 10 × the data`,
    limit: { ceiling: what.startsWith('office') ? 1.3 : 1.2 },
    unit: 'ms',
    ours: () => median(time(full, of(full))),
    theirs: () => median(time(tenth, of(tenth))),
  });
  const byPerson = (portal: Portal) => (n: number) => ({ headers: as(readerOf(portal, n)) });
  return [
    both("logged-in person's class list", (portal) => ({ url: list, request: byPerson(portal) })),
    both('class list of a manager', (portal) => ({ url: list, ...byManager(portal) })),
    both('class list of a registrant', (portal) => ({ url: list, ...byRegistrant(portal) })),
    both('Record', (portal) => ({ method: 'POST', url: records.path, request: byPerson(portal) })),
    both('TrainingRecord', (portal) => ({ method: 'POST', url: trainingPath, request: byPerson(portal) })),
    both('roster of a group of 60', (portal) => ({ url: rosterPath, ...byManager(portal) })),
    both("office's review queue", () => ({ url: reviewQueue.path, ...byOfficer })),
    both("office's roster of a class", () => ({ url: classRoster, ...byOfficer })),
    both("office's list of registrations", () => ({ url: registrationList.path, ...byOfficer })),
    both('login', loginLoad),
    both('enrolment, spread', (portal) => enrolLoad(portal, null)),
  ];
};

const head = '| what | portal | against | ratio | floor | holds |\n| --- | --- | --- | --- | --- | --- |';

const kinds = `**Two kinds of figures.** Those below, and of [scale.md](scale.md), are of the application in a process of the bench, without the worker of the mails, the timers and the log of each
request; below they stand beside prepared bytes and bare statements. The server as \`npm start\` runs it is measured by:

| command | result | measures |
| --- | --- | --- |
| \`npm run bench:cost\` | [cost.md](cost.md) | the processor time of an enrolment with its mail; the statements of acts on many people, which are of the application alone |
| \`npm run bench:crowd\` | prints it | a crowd that presses 報名 for few seats; enrolments a second |
| \`npm run bench:first-view\` | [first-view.md](first-view.md) | how soon a cheap phone shows the contents of a page |
| \`npm run bench:presses\` | [presses.md](presses.md) | how long a press holds up a slow computer |
| \`npm run bench:weight\` | [weight.md](weight.md) | the bytes of the pages |
| \`npm run bench:footprint\` | [footprint.md](footprint.md) | the memory of a server |
| \`npm run bench:import\` | [imports.md](imports.md) | an import of 50,000 people and 80,000 certificates while trainees look |
| \`npm run bench:statement\` | [statement.md](statement.md) | an import of a bank statement while trainees look |
| \`npm run bench:certificates\` | [certificates.md](certificates.md) | the certificates of a class of 200 while trainees look |
| \`npm run bench:offline\` | [offline.md](offline.md) | how soon a certificate is checked without network |
`;

const report = (figures: readonly Figure[]) => `# What was measured

Made by \`npm run bench\` on ${today(new Date())}, ${os.cpus().length} cores, Node ${process.version}, the embedded PostgreSQL with fsync on.

${kinds}
${head}
${figures.map(line).join('\n')}

**How.** One run on one machine: ${FULL.classes.toLocaleString('en')} classes, ${FULL.people.toLocaleString('en')} people, ${FULL.registrations.toLocaleString('en')} registrations, made by \`tools/bench/data.ts\`; for growth also a tenth of each.
The portal runs in a process of its own and is loaded over HTTP by another (${CONCURRENCY} callers; ${FEW_CALLERS} where latency is compared). The other side runs in the
*same* process: the same bytes sent from memory, or the very statements that the call sent to PostgreSQL, recorded and sent again by bare \`pg\` through the same pool with as many under
way. Calls are compared twice: with their statements (of the same ${READERS} callers in turn, where what is read differs) behind a server of Node alone, loaded by the same caller over HTTP, and with the statements alone, where the
loading of ours takes its share of the cores and the other side needs none. A list that concerns its reader is read from the tables; everybody else gets the guest's kept answer after two small statements, so that
list stands also beside the statements that read one. Both sides are measured right after each other for ${SECONDS} s, ${ROUNDS} times; the figures are medians, the ratio is the median of the rounds' ratios. Absolute numbers say more about the
machine than about the portal.

**What is left.** Profiles of the server under this load (\`--cpu-prof\`, 2026-11-23) show where its time goes. Guest's class list: a third is the kernel writing the answer, which the other side
pays too, and 6 % the logger of each request; no other function takes more than 3 % itself. Record and the roster of 60: 29 % and 34 % is the kernel writing statements and answers, 5 % and 9 % the
garbage collector, 3 % and 8 % compression, which the other side does not do (it sends bytes compressed before), 4 % each is JSON, and 7 % and 4 % turn rows into the answer.
Merging the statements of a call would not change these ratios, since the other side sends the same statements.
A registrant's class list is written for one person: the portal turns 10 rows into 20 kB and compresses them, while the other side sends bytes compressed before.
`;

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'portal-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir });
const portals: Portal[] = [];
try {
  const full = await openPortal(postgres.ownerUrl, 'bench_full', SCALE, dataDir);
  portals.push(full);
  const tenth = await openPortal(postgres.ownerUrl, 'bench_tenth', TENTH, dataDir);
  portals.push(tenth);
  await post(full, '/bench/keep', { url: list });
  console.log(head);
  // Growth first: what the other comparisons write would give the people of the full data more to read.
  const comparisons = [...growth(full, tenth), ...speed(full)];
  const figures: Figure[] = [];
  for (const comparison of comparisons.filter(({ what }) => what.includes(wanted)))
    figures.push(await compare(comparison));
  if (figures.length === comparisons.length)
    await writeFile(path.join(import.meta.dirname, 'results.md'), report(figures));
  if (!figures.every(holds)) process.exitCode = 1;
} finally {
  for (const { child } of portals) child.kill('SIGTERM');
  await Promise.all(portals.map(({ child }) => child.exitCode ?? once(child, 'exit')));
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
