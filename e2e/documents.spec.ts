import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { enterOffice, visitOffice } from './office.ts';
import { callAs, test } from './portal.ts';
import { axe } from './support.ts';

/* The lifeguard instructors' course of the demo data asks for two documents. */
const REQUIRED = '既有證照影本';

const main = (page: Page) => page.getByRole('main');
const place = (page: Page, name: string) => main(page).getByRole('listitem').filter({ hasText: name });

const primary = (page: Page) => main(page).locator('.bg-signal-600');

/** Expects what the page /finish shows too. */
const expectReceived = async (page: Page, name: string) => {
  await expect(main(page)).toContainText('已收到您的報名');
  await expect(main(page).getByRole('article')).toContainText(name);
  await expect(main(page).getByRole('article')).toContainText('資格審查中');
  await expect(main(page).locator('[aria-current="step"]')).toContainText('審查');
};

const scan = async (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background: '#cfe3ef' } })
    .jpeg()
    .toBuffer(),
});

test('a trainee enrols with a document, replaces and removes it, and sees the missing one in the records', async ({
  page,
  trainee,
  enter,
  openClass,
}) => {
  const trainingClass = await openClass({ course: 'LGI' });
  await enter(trainee);

  await test.step('chooses it on the confirmation page', async () => {
    await page.goto(`/Class/Personal/${trainingClass.code}`);
    await expect(place(page, REQUIRED).getByText('必備')).toBeVisible();
    await place(page, REQUIRED)
      .locator('input[type=file]')
      .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await expect(place(page, REQUIRED).getByRole('alert')).toHaveText('文件僅接受 PDF、JPEG、PNG、HEIC 檔案');
    await place(page, REQUIRED)
      .locator('input[type=file]')
      .setInputFiles(await scan('救生員證.jpg'));
    await expect(place(page, REQUIRED)).toContainText('救生員證.jpg');
    await axe(page, 'main');
  });

  await test.step('it is uploaded after enrolling, which is confirmed first', async () => {
    const uploading = Promise.withResolvers<void>();
    await page.route(
      '**/api/registrations/*/documents',
      async (route) => {
        await uploading.promise;
        await route.continue();
      },
      { times: 1 },
    );
    await main(page).getByRole('button', { name: '確認' }).click();
    await expect(page).toHaveURL(`/Class/Documents/${trainingClass.code}`);
    await expect(main(page)).toContainText('文件上傳中，請勿離開本頁');
    await expectReceived(page, trainingClass.name);
    uploading.resolve();
    await expect(main(page).getByText('必備文件已齊全')).toBeVisible();
    await expect(main(page)).not.toContainText('文件上傳中');
    await expect(main(page).getByRole('link', { name: '完成' })).toBeInViewport();
    await expect(place(page, REQUIRED).getByText('學員上傳')).toBeVisible();
    await axe(page, 'main');
    await page.reload();
    await expectReceived(page, trainingClass.name);
  });

  await test.step('replaces it', async () => {
    await place(page, REQUIRED)
      .locator('input[type=file]')
      .setInputFiles(await scan('新的證照.png'));
    await expect(place(page, REQUIRED).getByRole('button', { name: '下載：新的證照.jpg' })).toBeVisible();
    const download = page.waitForEvent('download');
    await place(page, REQUIRED).getByRole('button', { name: '下載：新的證照.jpg' }).click();
    expect((await download).suggestedFilename()).toBe('新的證照.jpg');
  });

  await test.step('removes it, and sees the missing document', async () => {
    await place(page, REQUIRED).getByRole('button', { name: '移除：新的證照.jpg' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '移除' }).click();
    await expect(main(page).getByText(`尚缺必備文件：${REQUIRED}`)).toBeVisible();
    await main(page).getByRole('link', { name: '稍後再補' }).click();
    await expect(page).toHaveURL(`/Class/Personal/${trainingClass.code}/finish`);
    await expect(main(page).getByText(`尚缺必備文件：${REQUIRED}`)).toBeVisible();
    // The one primary button says what is to be done.
    await expect(primary(page)).toHaveText(['上傳文件']);
    await expect(primary(page)).toHaveAttribute('href', `/Class/Documents/${trainingClass.code}`);
  });

  await test.step('completes it from the records; a failed upload is kept and sent again', async () => {
    await page.goto('/Auth/PayRecord');
    await main(page)
      .getByRole('link', { name: /尚缺文件 1 份/ })
      .click();
    await page.route('**/api/registrations/*/documents', (route) => route.abort());
    await place(page, REQUIRED)
      .locator('input[type=file]')
      .setInputFiles(await scan('證照.jpg'));
    await expect(place(page, REQUIRED).getByRole('alert')).toBeVisible();
    await page.unroute('**/api/registrations/*/documents');
    await place(page, REQUIRED).getByRole('button', { name: '重試上傳：證照.jpg' }).click();
    await expect(main(page).getByText('必備文件已齊全')).toBeVisible();
  });
});

test('a class whose documents are all optional does not call them complete', { tag: '@any-width' }, async ({
  page,
  trainee,
  enter,
  openClass,
}) => {
  const trainingClass = await openClass({ course: 'FA2' });
  await enter(trainee);
  await page.goto(`/Class/Personal/${trainingClass.code}`);
  await main(page).getByRole('button', { name: '確認' }).click();
  await expect(page).toHaveURL(`/Class/Personal/${trainingClass.code}/finish`);
  await expect(main(page).getByText('沒有必備文件')).toBeVisible();
  await expect(primary(page)).toHaveText(['確認']);
  await expect(main(page).getByText('必備文件已齊全')).toHaveCount(0);
});

test('a class without asked documents is confirmed as usual', { tag: '@any-width' }, async ({
  page,
  trainee,
  enter,
  openClass,
}) => {
  const trainingClass = await openClass({ course: 'CPR' });
  await enter(trainee);
  await page.goto(`/Class/Personal/${trainingClass.code}`);
  await expect(main(page).getByRole('button', { name: '確認' })).toBeVisible();
  await expect(main(page).getByText('應備文件')).toHaveCount(0);
  await main(page).getByRole('button', { name: '確認' }).click();
  await expect(page).toHaveURL(`/Class/Personal/${trainingClass.code}/finish`);
  await expect(main(page).getByText('報名文件')).toHaveCount(0);
});

test('a manager adds a document for somebody of the group', { tag: '@any-width' }, async ({
  page,
  request,
  enter,
  formGroup,
  openClass,
}) => {
  const group = await formGroup(['huang']);
  const trainingClass = await openClass({ course: 'LGI' });
  const roster = await request.get(`/api/class/group/${trainingClass.code}`, {
    headers: { authorization: `Bearer ${group.manager.token}` },
  });
  const { members }: { members: { id: number }[] } = await roster.json();
  await callAs(request, group.manager, '/api/class/group/create', {
    code: trainingClass.code,
    group: group.code,
    admins: [],
    members: members.map(({ id }) => ({ id, state: true })),
    had_removed: [],
  });
  await enter(group.manager);
  await page.goto('/Auth/PayRecord');
  await main(page)
    .getByRole('link', { name: /尚缺文件 1 份/ })
    .click();
  await expect(main(page).getByRole('heading', { name: '黃淑芬' })).toBeVisible();
  await place(page, REQUIRED)
    .locator('input[type=file]')
    .setInputFiles(await scan('黃淑芬.jpg'));
  await expect(place(page, REQUIRED).getByText('團體管理員上傳')).toBeVisible();
});

test('an officer opens a document and adds a paper from the counter; a file of another type is refused', async ({
  page,
  context,
  request,
  join,
  openClass,
  baseURL,
}) => {
  const trainingClass = await openClass({ organization: '臺北市分會', course: 'LGI' });
  const trainee = await join('林文件');
  const headers = { authorization: `Bearer ${trainee.token}` };
  expect(
    (await callAs(request, trainee, '/api/class/personal/create', { code: trainingClass.code })).ok(),
  ).toBe(true);
  const asked = await request.get(`/api/class/${trainingClass.code}/documents`, { headers });
  const [{ id }] = (await asked.json()).registrations;
  const file = await scan('在職證明.jpg');
  const sent = await request.post(`/api/registrations/${id}/documents`, { headers, multipart: { file } });
  expect(sent.ok(), await sent.text()).toBe(true);

  await enterOffice(context, baseURL, 'officer@tpe.example');
  await visitOffice(page, `/enrolment/registrations/${id}`);
  await expect(main(page)).toContainText(`尚缺必備文件：${REQUIRED}`);
  await main(page).getByRole('button', { name: '預覽：在職證明.jpg' }).click();
  await expect
    .poll(() =>
      main(page)
        .getByRole('img', { name: '在職證明.jpg 的預覽' })
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(900);

  await main(page).getByRole('button', { name: '新增文件' }).click();
  const dialog = page.getByRole('dialog', { name: '新增文件' });
  await dialog.getByRole('button', { name: '新增文件' }).click();
  await expect(dialog).toContainText('請選擇檔案');
  const input = dialog.locator('input[type=file]');
  await input.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<svg/>') });
  await dialog.getByRole('button', { name: '新增文件' }).click();
  await expect(dialog).toContainText('文件僅接受 PDF、JPEG、PNG、HEIC 檔案');
  await axe(page);
  await input.setInputFiles(await scan('既有證照.jpg'));
  await dialog.getByRole('button', { name: '新增文件' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(place(page, REQUIRED)).toContainText('承辦人員上傳');
  await expect(main(page)).not.toContainText('尚缺必備文件');
  await expect(main(page)).toContainText(/周小姐\s*上傳報名文件/);
});
