import { type BrowserContext, expect, type Page } from '@playwright/test';
import { paths } from '../office/src/platform/paths.ts';
import { enterOffice, visitOffice } from './office.ts';
import { test } from './portal.ts';
import { axe } from './support.ts';
import { watch } from './watch.ts';

/* Every page of the office, opened by somebody who works there. */

const ADMIN = 'admin@portal.example';
const OFFICER = 'officer@tpe.example';
const EDITOR = 'editor@portal.example';
const CASHIER = 'cashier@portal.example';

interface Visit {
  readonly by: string;
  /** The call whose first row is the thing that the page shows. */
  readonly of?: string;
  readonly name?: string;
}

const CLASSES = '/api/office/classes?state=published';
const ACCOUNTS = '/api/office/statement-accounts';

const visits: Readonly<Record<keyof typeof paths, Visit | null>> = {
  // These pages are for people without a session. `office-staff.spec.ts` walks through both.
  login: null,
  invitation: null,
  forgotten: null,
  newPassword: null,
  // Leads to the first page of 設定.
  settings: null,
  today: { by: OFFICER },
  account: { by: ADMIN },
  trainingClasses: { by: OFFICER },
  newClass: { by: OFFICER },
  trainingClass: { by: OFFICER, of: CLASSES },
  editTrainingClass: { by: OFFICER, of: CLASSES },
  classTab: null, // Each tab is opened with the class, and those of a group with the group.
  groupTab: null,
  previewedClass: { by: OFFICER, of: CLASSES },
  overdue: { by: OFFICER },
  teaching: { by: OFFICER },
  reviews: { by: OFFICER },
  enrolOnBehalf: { by: OFFICER },
  registrations: { by: OFFICER },
  registration: { by: OFFICER, of: '/api/office/registrations' },
  people: { by: OFFICER },
  person: { by: OFFICER, of: '/api/office/people' },
  twins: { by: OFFICER },
  mergePerson: { by: OFFICER, of: '/api/office/people' },
  mergePreview: null, // `office-merge.spec.ts` walks through it.
  editPerson: { by: OFFICER, of: '/api/office/people' },
  personTab: null, // Each tab is opened with the person.
  payments: { by: CASHIER },
  refunds: { by: CASHIER },
  accounts: { by: CASHIER },
  desk: { by: CASHIER, of: ACCOUNTS },
  statementImport: { by: CASHIER, of: ACCOUNTS },
  daySheet: { by: CASHIER, of: ACCOUNTS },
  content: { by: EDITOR },
  banners: { by: EDITOR },
  newBanner: { by: EDITOR },
  banner: { by: EDITOR, of: '/api/office/banners' },
  introTypes: { by: EDITOR },
  introType: { by: EDITOR, of: '/api/office/intro-types' },
  newIntro: { by: EDITOR, of: '/api/office/intro-types' },
  intro: null, // Its form is that of a new one.
  sitePages: { by: EDITOR },
  sitePage: { by: EDITOR, name: 'Help' },
  footer: { by: EDITOR },
  pictures: { by: EDITOR },
  mails: { by: OFFICER },
  mail: { by: OFFICER, of: '/api/office/mails' },
  events: { by: ADMIN },
  certificates: { by: OFFICER },
  register: { by: OFFICER },
  renewals: { by: OFFICER },
  certificate: { by: OFFICER, of: '/api/office/certificates' },
  unclassedCertificate: { by: OFFICER },
  privacy: { by: ADMIN },
  newPrivacyRequest: { by: OFFICER },
  personLooks: { by: OFFICER, of: '/api/office/people' },
  incidents: { by: OFFICER },
  newIncident: { by: OFFICER },
  incident: { by: OFFICER, of: '/api/office/privacy/incidents' },
  editIncident: { by: OFFICER, of: '/api/office/privacy/incidents' },
  privacyRequest: { by: ADMIN, of: '/api/office/privacy/requests' },
  groups: { by: OFFICER },
  reports: { by: OFFICER },
  group: { by: OFFICER, of: '/api/office/groups' },
  jobs: { by: OFFICER },
  imports: { by: ADMIN },
  newImport: { by: ADMIN },
  import: null, // `office-imports.spec.ts` makes one.
  staff: { by: ADMIN },
  member: { by: ADMIN, of: '/api/office/staff' },
  site: { by: ADMIN },
  letters: { by: ADMIN },
  phrases: { by: ADMIN },
  organizations: { by: ADMIN },
  choices: { by: ADMIN },
  start: { by: ADMIN },
  courses: { by: ADMIN },
  newCourse: { by: ADMIN },
  course: { by: ADMIN, of: '/api/office/courses' },
  bankAccounts: { by: ADMIN },
  certificateLayouts: { by: ADMIN },
  certificateLayout: { by: ADMIN, of: '/api/office/certificate-kinds' },
  certificateSigners: { by: ADMIN },
  identifiers: { by: ADMIN },
};

const pages = Object.entries(visits).flatMap(([name, visit]) =>
  visit ? [{ path: paths[name as keyof typeof paths].pattern, ...visit }] : [],
);

const firstId = async ({ request }: BrowserContext, of: string): Promise<string> => {
  const answer = await (await request.get(of)).json();
  const [first] = Array.isArray(answer) ? answer : answer.rows;
  return `${first.id}`;
};

const addressOf = async (context: BrowserContext, { path, of, name }: (typeof pages)[number]) =>
  of ? path.replace(':id', await firstId(context, of)) : path.replace(':name', name ?? '');

/** The other tabs of the class or group that the page shows. */
const tabsOf = async (page: Page): Promise<string[]> => {
  const tabs = page.getByRole('navigation', { name: /^(課程資料|團體頁面)$/ }).getByRole('link');
  const addresses = await tabs.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  return addresses.slice(1).map((address) => address.replace('/office', ''));
};

const expectNoSidewaysScroll = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);

/** Labels of cards without a value, and buttons whose text stands in a column. */
const findIllegible = () => {
  const isShown = (element: Element) => element.getClientRects().length > 0;
  const isEmpty = (cell: Element) =>
    cell.textContent?.trim() === '' && cell.querySelector('img, svg, input, button, a') === null;
  const isSqueezed = (button: Element) => {
    const { width, height } = button.getBoundingClientRect();
    return height > 2 * width;
  };
  const cells = [...document.querySelectorAll('[data-cards] tbody :is(th, td)')].filter(isEmpty);
  const buttons = [...document.querySelectorAll('main :is(button, nav a)')].filter(isSqueezed);
  return [...cells, ...buttons].filter(isShown).map(({ outerHTML }) => outerHTML);
};

const widths = [
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];

/** Looks at a page from wide to narrow. */
const look = (page: Page, address: string) =>
  test.step(address, async () => {
    await visitOffice(page, address);
    for (const size of widths) {
      await page.setViewportSize(size);
      await expectNoSidewaysScroll(page);
      expect(await page.evaluate(findIllegible)).toEqual([]);
      await axe(page);
    }
  });

const walks = [
  { whose: 'the administrator', by: ADMIN, within: /./ },
  { whose: 'the officer, of classes', by: OFFICER, within: /^\/classes/ },
  { whose: 'the officer, of all else', by: OFFICER, within: /^(?!\/classes)/ },
  { whose: 'the cashier', by: CASHIER, within: /./ },
  { whose: 'the editor', by: EDITOR, within: /./ },
];

for (const { whose, by, within } of walks) {
  test(`axe finds nothing serious on the pages of ${whose}, at each width @any-width @sweep`, async ({
    page,
    context,
    baseURL,
  }) => {
    test.slow();
    const faults = await watch(page);
    await enterOffice(context, baseURL, by);
    for (const visited of pages.filter((each) => each.by === by && within.test(each.path))) {
      await look(page, await addressOf(context, visited));
      for (const address of await tabsOf(page)) await look(page, address);
    }
    expect(faults).toEqual([]);
  });
}

test('a page that does not exist, or whose thing does not, leads back @any-width', async ({
  page,
  context,
  baseURL,
}) => {
  await enterOffice(context, baseURL, OFFICER);
  const gone = pages.filter(({ by, of }) => by === OFFICER && of);
  for (const address of ['/nowhere', ...gone.map(({ path }) => path.replace(':id', '999999999'))]) {
    await test.step(address, async () => {
      await visitOffice(page, address);
      const alert = page.getByRole('alert');
      await expect(alert.getByRole('link', { name: /^回/ })).toBeVisible();
      await expect(alert.getByRole('button', { name: '重新載入' })).toHaveCount(0);
      await axe(page);
    });
  }
});

test('a page that one may not see says so, and offers nothing that would fail again @any-width', async ({
  page,
  context,
  baseURL,
}) => {
  await enterOffice(context, baseURL, OFFICER);
  for (const address of [paths.staff.to(), paths.events.to(), paths.courses.to(), paths.accounts.to()]) {
    await test.step(address, async () => {
      await visitOffice(page, address);
      const alert = page.getByRole('alert');
      await expect(alert).toContainText('您沒有執行此操作的權限');
      await expect(alert.getByRole('button')).toHaveCount(0);
    });
  }
});

test('a page that could not be loaded is loaded again at a press @any-width', async ({
  page,
  context,
  baseURL,
}) => {
  await enterOffice(context, baseURL, OFFICER);
  const id = await firstId(context, CLASSES);
  await page.route(`**/api/office/classes/${id}`, (route) => route.abort());
  await visitOffice(page, `/classes/${id}`);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('無法連線，請檢查網路後再試');
  await axe(page);
  await page.unroute(`**/api/office/classes/${id}`);
  await alert.getByRole('button', { name: '重新載入' }).click();
  await expect(page.getByRole('navigation', { name: '課程資料' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(alert).toHaveCount(0);
});
