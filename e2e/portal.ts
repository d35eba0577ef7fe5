import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type APIRequestContext,
  type APIResponse,
  type Browser,
  type BrowserContext,
  test as base,
  type Clock,
  expect,
  type Page,
  type Response,
} from '@playwright/test';
import { addDays, today } from '@portal/contract/dates';
import { and, asc, eq, inArray, ne, or } from 'drizzle-orm';
import { type CastName, cast, DEMO_PASSWORD } from '../server/demo/people.ts';
import { accounts, registrationAttempts } from '../server/src/accounts/tables.ts';
import { courses, organizations } from '../server/src/catalogue/tables.ts';
import { createClass, type NewClass } from '../server/src/classes/acts/create-class.ts';
import { publishClass } from '../server/src/classes/acts/publish-class.ts';
import { classes } from '../server/src/classes/tables.ts';
import { addMembership } from '../server/src/groups/add-membership.ts';
import { createGroup } from '../server/src/groups/create-group.ts';
import { memberships } from '../server/src/groups/tables.ts';
import { connect, type Database, inTransaction } from '../server/src/platform/database/database.ts';
import { openSharedContext, resetContext, type SharedContext, storeUser } from './shared-context.ts';
import { uniqueNationalId, waitForNavigations } from './support.ts';

/*
 * The running portal behind the pages. Each journey makes its own people and classes, so that none depends on what
 * another has left of the demo data.
 */

export const PASSWORD = 'Blue-whale-77';

/** A person with an account and a live session. */
export interface Trainee {
  readonly name: string;
  readonly idNumber: string;
  readonly email: string;
  readonly token: string;
  /** The value that the pages store under the key `user`. */
  readonly stored: string;
}

export interface TrainingClass {
  readonly id: number;
  readonly code: string;
  /** The course's Chinese name. */
  readonly name: string;
  readonly organization: string;
  readonly course: string;
}

interface Opened extends Partial<NewClass> {
  organization?: string;
  course?: string;
}

export interface Formed {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly manager: Trainee;
}

interface Portal {
  /** Installed in all pages of this journey. */
  clock: Clock;
  /** A class of its own for this journey, in the list's last page; taken off the list afterwards. */
  openClass: (wanted?: Opened) => Promise<TrainingClass>;
  /** Another person, as the registration makes them. */
  join: (name?: string) => Promise<Trainee>;
  /** A group of its own for this journey, managed by a new person; the others are of the demo data. */
  formGroup: (members: readonly CastName[]) => Promise<Formed>;
  /** Logs somebody in on the pages of this journey, or on those of another browser. */
  enter: (person: Pick<Trainee, 'stored'>, browser?: BrowserContext) => Promise<void>;
  /** A new person, logged in on the page of this journey. */
  trainee: Trainee;
  /** Logs in somebody of the demo data: to look, and to leave all as it is. */
  enterAs: (name: CastName, browser?: BrowserContext) => Promise<void>;
  /** Signed in as 林怡君, who has a registration in every state. */
  enterAsLin: () => Promise<void>;
  /** Prints what the pages show after a failure. */
  printPages: undefined;
}

/** PostgreSQL's own file says in its fifth line where its socket is. */
const openDatabase = async (dataDir: string): Promise<Database> => {
  const lines = (await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  return connect(
    `postgresql://portal@localhost/portal?host=${encodeURIComponent(lines[4] ?? '')}&port=5432`,
    {
      max: 2,
    },
  );
};

/** The part of a login's answer that the pages store. */
const storedUser = async (answer: APIResponse): Promise<string> => {
  expect(answer.ok(), await answer.text()).toBe(true);
  const { user, access_token: token } = await answer.json();
  return JSON.stringify({ ...user, token, issued_at: Date.now() });
};

/**
 * Somebody who has joined and opened the mailed link. The journeys of an hour register more people from one address
 * than a network may: what counts against it is taken back.
 */
const join = async (request: APIRequestContext, db: Database, name = '海小藍'): Promise<Trainee> => {
  const idNumber = uniqueNationalId();
  const email = `${idNumber.toLowerCase()}@example.com`;
  const answer = await request.post('/api/register', {
    multipart: {
      country: 'local',
      organization_id: '臺北市分會',
      chinese_name: name,
      id_number: idNumber,
      password: PASSWORD,
      password_confirmation: PASSWORD,
      sex: '0',
      birthday: '1992-05-14',
      city: '臺北市',
      area: '中正區',
      address: '範例路一段 1 號',
      address_code: '100',
      email,
      cell_phone: '0900-000000',
      career_id: '學生',
      education: '大學',
      educationstatuse: '畢業',
    },
  });
  const stored = (await storedUser(answer)).replace('"email_confirmed":false', '"email_confirmed":true');
  await db.update(accounts).set({ emailConfirmedAt: new Date() }).where(eq(accounts.idNumber, idNumber));
  await db.delete(registrationAttempts);
  return { name, idNumber, email, token: JSON.parse(stored).token, stored };
};

/** Published long ago, so that the classes on home and on the first pages stay where they are. */
export const LONG_AGO = new Date('2020-01-01T00:00:00+08:00');

const openClass = async (
  db: Database,
  { organization = '臺南市分會', course = 'CPR', ...wanted }: Opened,
) => {
  const [branch] = await db.select().from(organizations).where(eq(organizations.name, organization));
  const [item] = await db.select().from(courses).where(eq(courses.code, course));
  if (!branch || !item) throw new Error(`${organization} or ${course} is not in the demo data`);
  const now = new Date();
  const code = `E2E-${randomUUID().slice(0, 8).toUpperCase()}`;
  const input = {
    code,
    organizationId: branch.id,
    courseId: item.id,
    startTime: new Date(`${addDays(today(now), 30)}T09:00:00+08:00`),
    limitNumber: 20,
    place: '範例教室（臺南市東區範例路 1 號）',
    contactName: '侯小姐',
    contactPhone: '06-2000001',
    html: '<p>課程簡介的內容。</p>',
    personalAllow: true,
    groupAllow: true,
    fee: 600,
    ...wanted,
  };
  const id = await inTransaction(db, async (tx) => {
    const made = await createClass(tx, input, { actor: 'system', now });
    await publishClass(tx, { id: made }, { actor: 'system', now: LONG_AGO });
    return made;
  });
  return { id, code, name: item.chineseName, organization, course };
};

const accountsOf = async (db: Database, numbers: readonly string[]): Promise<number[]> => {
  const found = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(or(inArray(accounts.idNumber, [...numbers]), inArray(accounts.passportNo, [...numbers])))
    .orderBy(asc(accounts.id));
  return found.map(({ id }) => id);
};

const formGroup = async (db: Database, manager: Trainee, members: readonly CastName[]): Promise<Formed> => {
  const now = new Date();
  const group = { code: `E2E-${randomUUID().slice(0, 8).toUpperCase()}`, name: '碧海救生隊' };
  const managerIds = await accountsOf(db, [manager.idNumber]);
  const memberIds = await accountsOf(
    db,
    members.map((who) => cast[who].account),
  );
  const id = await inTransaction(db, async (tx) => {
    const groupId = await createGroup(
      tx,
      { ...group, organizationId: null, managerIds },
      { actor: 'system', now },
    );
    for (const accountId of memberIds)
      await addMembership(tx, { groupId, accountId }, { actor: 'system', now });
    return groupId;
  });
  return { ...group, id, manager };
};

/** Prints the text of each open page, because a log of a failed journey often comes without its pictures. */
const printPages = async (browser: Browser) => {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    const shown = await page
      .locator('body')
      .innerText({ timeout: 5000 })
      .catch((error) => `${error}`);
    process.stdout.write(`\n${page.url()}\n${shown.slice(0, 5000)}\n`);
  }
};

interface Run {
  /** The server's data folder, set by playwright.config.ts. */
  dataDir: string;
  db: Database;
  browserOfWorker: { readonly browser: Browser; shared?: SharedContext };
}

export const test = base.extend<Portal, Run>({
  dataDir: [process.env.E2E_DATA_DIR ?? '', { scope: 'worker', option: true }],
  db: [
    async ({ dataDir }, use) => {
      const db = await openDatabase(dataDir);
      await use(db);
      await db.$client.end();
    },
    { scope: 'worker' },
  ],
  browserOfWorker: [async ({ browser }, use) => use({ browser }), { scope: 'worker' }],
  printPages: [
    async ({ browser }, use, info) => {
      await use(undefined);
      if (info.status !== info.expectedStatus) await printPages(browser);
    },
    { auto: true },
  ],
  context: async ({ browserOfWorker, javaScriptEnabled }, use, { project }) => {
    if (!javaScriptEnabled) {
      const context = await browserOfWorker.browser.newContext();
      await use(context);
      return context.close();
    }
    browserOfWorker.shared ??= await openSharedContext(browserOfWorker.browser, project.use);
    await use(browserOfWorker.shared.context);
    if (browserOfWorker.shared) await resetContext(browserOfWorker.shared);
  },
  page: async ({ context, viewport, javaScriptEnabled }, use, { project }) => {
    const page = await context.newPage();
    await waitForNavigations(page);
    if (viewport && viewport !== project.use.viewport) await page.setViewportSize(viewport);
    if (javaScriptEnabled) waitForTakeover(page);
    const differences: string[] = [];
    page.on('pageerror', ({ message }) => {
      if (HYDRATION_ERROR.test(message)) differences.push(message);
    });
    await use(page);
    // What the server renders is what the application takes over.
    expect(differences).toEqual([]);
  },
  clock: async ({ context, browserOfWorker }, use) => {
    await context.clock.install();
    await use(context.clock);
    // An installed clock cannot be removed, so the context is not shared any more.
    delete browserOfWorker.shared;
    await context.close();
  },
  openClass: async ({ db }, use) => {
    const opened: number[] = [];
    await use(async (wanted = {}) => {
      const trainingClass = await openClass(db, wanted);
      opened.push(trainingClass.id);
      return trainingClass;
    });
    await db
      .update(classes)
      .set({ state: 'draft', publishedAt: null })
      .where(and(inArray(classes.id, opened), ne(classes.state, 'cancelled')));
  },
  join: async ({ request, db }, use) => use((name) => join(request, db, name)),
  formGroup: async ({ db, request }, use) => {
    const formed: number[] = [];
    await use(async (members) => {
      const group = await formGroup(db, await join(request, db, '洪領隊'), members);
      formed.push(group.id);
      return group;
    });
    // The demo people's own groups stay unchanged.
    const left = { leftAt: new Date() };
    for (const id of formed) {
      await db
        .update(memberships)
        .set(left)
        .where(and(eq(memberships.groupId, id), eq(memberships.role, 'member')));
    }
  },
  enter: async ({ context, browserOfWorker: { shared }, baseURL }, use) =>
    use(({ stored }, browser = context) =>
      shared && browser === shared.context
        ? storeUser(shared, stored)
        : browser.setStorageState({
            cookies: [],
            origins: [{ origin: `${baseURL}`, localStorage: [{ name: 'user', value: stored }] }],
          }),
    ),
  trainee: async ({ request, db, enter }, use) => {
    const trainee = await join(request, db);
    await enter(trainee);
    await use(trainee);
  },
  enterAs: async ({ request, enter }, use) =>
    use(async (name, browser) => {
      const { country, account } = cast[name];
      const data = { country, account, password: DEMO_PASSWORD };
      await enter({ stored: await storedUser(await request.post('/api/login', { data })) }, browser);
    }),
  enterAsLin: async ({ enterAs }, use) => use(() => enterAs('lin')),
});

/** React numbers its errors: the text, the tree or an attribute differs from what the server has rendered. */
const HYDRATION_ERROR = /React error #(?:418|419|421|422|423|424|425|482)|[Hh]ydrat/;

/** What is typed into a rendered page before the application has taken it over is lost. */
const isTakenOverOrFailed = () =>
  document.querySelector('[data-rendered]') === null ||
  document.querySelector('#opening > [role=alert]') !== null;

const waitForTakeover = (page: Page) => {
  for (const name of ['goto', 'reload'] as const) {
    const open = page[name].bind(page) as (...rest: unknown[]) => Promise<Response | null>;
    Object.assign(page, {
      [name]: async (...rest: unknown[]) => {
        const response = await open(...rest);
        // One question: of two, the one that is not answered would be asked in every frame until the page closes.
        await page.waitForFunction(isTakenOverOrFailed);
        return response;
      },
    });
  }
};

const ROOT = /<div data-rendered id="root">.*<script id="data".*?<\/script>/s;

/** Public pages come without their contents, so that the application asks for them. */
export const openWithoutContents = (page: Page) =>
  page.route(
    () => true,
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replace(ROOT, '<div id="root"></div>'),
      });
    },
  );

/** The server does what it is asked once, but its answer is lost on the way. */
export const loseAnswer = (page: Page, path: string) =>
  page.route(
    `**${path}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

/** Makes a call as a person who uses another device. */
export const callAs = (request: APIRequestContext, { token }: Trainee, path: string, data: object = {}) =>
  request.post(path, { data, headers: { authorization: `Bearer ${token}` } });

/** Ends a session as another device does. A call of the page that is still under way would find that before the next press. */
export const endSession = async (page: Page, request: APIRequestContext, person: Trainee): Promise<void> => {
  await page.waitForLoadState('networkidle');
  await callAs(request, person, '/api/logout');
};
