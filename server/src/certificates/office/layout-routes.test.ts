import * as contract from '@portal/contract/office/certificate-layouts';
import { certificateRefusals } from '@portal/contract/refusals/certificates';
import { pictureRefusals } from '@portal/contract/refusals/pictures';
import { settingRefusals } from '@portal/contract/refusals/settings';
import { and, asc, eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildCertificatePicture, buildSigner } from '../../../test/factories/certificate-layout.ts';
import { asStaff, buildStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { multipart } from '../../../test/multipart.ts';
import { auditEvents } from '../../audit/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { uploadCertificatePicture } from '../layouts/certificate-pictures.ts';
import { closeSigner } from '../layouts/close-signer.ts';
import { createSigner, refusingTakenSigner } from '../layouts/create-signer.ts';
import { defaultLayout } from '../layouts/default-layout.ts';
import { editSigner } from '../layouts/edit-signer.ts';
import { findIssuedLayout, findLayout, findSigner } from '../layouts/layout-queries.ts';
import { reopenSigner } from '../layouts/reopen-signer.ts';
import { saveLayout } from '../layouts/save-layout.ts';
import { certificateLayouts, certificateSigners } from '../tables.ts';

/* 設定 › 證照版面 and 簽署人, through the calls. */

let portal: TestPortal;
let headers: Record<string, string>;
let organizationId: number;
let kindId: number;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  organizationId = (await buildOrganization(portal.db)).id;
  kindId = (await buildCourse(portal.db)).certificateKindId;
  const admin = await buildStaff(portal.db, { grants: [grant('admin')] });
  headers = { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, admin) };
});
afterAll(() => portal.close());

const form = { ...defaultLayout, title: '訓練證明書' };

const show = async () =>
  (await portal.call(contract.layout, { params: { id: String(kindId) }, headers })).answer;

const save = async (overrides: object = {}, version?: number) => {
  const body = { ...form, version: version ?? (await show()).version, ...overrides };
  return portal.call(contract.saveLayout, { params: { id: String(kindId) }, body, headers });
};

const preview = (overrides: object = {}) =>
  portal.app.inject({
    method: 'POST',
    url: `/api/office/certificate-layouts/${kindId}/preview`,
    headers,
    payload: { ...form, side: 'a4', sample: 'common', ...overrides },
  });

describe('layouts', () => {
  test('a kind has the built-in layout until one is saved', async () => {
    expect(await findLayout(portal.db, kindId)).toEqual({ id: null, number: 0, layout: defaultLayout });
    expect(await findIssuedLayout(portal.db, null)).toMatchObject({ number: 0, layout: defaultLayout });
    expect(await show()).toMatchObject({ number: 0, version: 0, form: defaultLayout, versions: [] });
    const { answer } = await portal.call(contract.layoutList, { headers });
    expect(answer.find(({ kind }) => kind.id === kindId)).toMatchObject({ number: 0, changedAt: null });
  });

  test('each save makes a version, and earlier ones stay as they were', async () => {
    const { answer: first } = await save();
    const issued = await findLayout(portal.db, kindId);
    expect(issued).toMatchObject({ number: 1, layout: form });
    const { answer: second } = await save({ paper: 'a4-across' });
    expect([first.number, second.number, second.version > first.version]).toEqual([1, 2, true]);
    expect(second.versions.map(({ number, form: { paper } }) => [number, paper])).toEqual([
      [2, 'a4-across'],
      [1, 'a4-upright'],
    ]);
    expect(await findIssuedLayout(portal.db, issued.id)).toEqual(issued);
    const { answer: history } = await portal.call(contract.layoutHistory, {
      params: { id: String(kindId) },
      headers,
    });
    expect(history.map(({ action }) => action)).toEqual([
      'certificate_layout.save',
      'certificate_layout.save',
    ]);
  });

  test('the same layout again makes no version', async () => {
    const { answer: former } = await save();
    expect((await save()).answer).toEqual(former);
  });

  test('of two saves at once one is refused', async () => {
    const { version } = await show();
    const both = await Promise.all([save({ title: '甲證書' }, version), save({ title: '乙證書' }, version)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('rows are never changed, whoever asks', async () => {
    for (const statement of [
      sql`update certificate_layouts set number = 9`,
      sql`delete from certificate_layouts`,
    ])
      await expect(portal.db.execute(statement)).rejects.toThrow();
    expect(await portal.db.$count(certificateLayouts)).toBeGreaterThan(0);
  });

  test.each([
    ['a placeholder that there is not', { text: '茲證明 {nobody} 合格' }, 'text'],
    ['an open brace', { title: '證書 {name' }, 'title'],
    [
      'both languages without an English title',
      { languages: 'both', issuerEnglish: 'A', titleEnglish: null },
      'titleEnglish',
    ],
    ['no title', { title: '' }, 'title'],
    ['a paper that there is not', { paper: 'a3' }, 'paper'],
  ])('%s is refused under its field', async (_, wrong, field) => {
    const { status, refusal } = await save(wrong);
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
  });

  test('pictures of another kind and signers who sign no more are refused, also in a preview', async () => {
    const idOf = async (kind: 'seal' | 'logo' | 'background') =>
      (await buildCertificatePicture(portal.db, kind)).id;
    const [seal, logo, background] = [await idOf('seal'), await idOf('logo'), await idOf('background')];
    const { id: active } = await buildSigner(portal.db, { organizationId });
    const { id: closed } = await buildSigner(portal.db, { organizationId, closedAt: NOW });
    const [picture, signer] = [settingRefusals.certificate_picture_unknown, settingRefusals.signer_unknown];
    for (const [wrong, field, { text }] of [
      [{ logoId: seal }, 'logoId', picture],
      [{ logoId: 987_654 }, 'logoId', picture],
      [{ logoId: background, backgroundId: logo }, 'logoId', picture],
      [{ logoId: logo, backgroundId: seal }, 'backgroundId', picture],
      [{ signerId: closed }, 'signerId', signer],
      [{ signerId: 987_654 }, 'signerId', signer],
    ] as const) {
      expect((await save(wrong)).refusal.errors).toEqual({ [field]: [text] });
      const { statusCode, body } = await preview(wrong);
      expect([statusCode, JSON.parse(body)]).toMatchObject([422, { errors: { [field]: [text] } }]);
    }
    const parts = { logoId: logo, backgroundId: background, signerId: active };
    expect((await preview(parts)).statusCode).toBe(200);
    expect((await save(parts)).answer.form).toMatchObject(parts);
  });

  test('staff of one organisation save no layout and upload no picture', async () => {
    const actor = asStaff({ id: 1, name: '管理員' }, [grant('admin', organizationId)]);
    const by = { actor, now: NOW, idempotency: null };
    const picture = { kind: 'logo', bytes: Buffer.from('') } as const;
    const saving = inTransaction(portal.db, (tx) => saveLayout(tx, { kindId, form, version: 0 }, by));
    await expect(saving).rejects.toMatchObject({ code: 'forbidden' });
    const uploading = uploadCertificatePicture(portal.services, picture, by);
    await expect(uploading).rejects.toMatchObject({ code: 'forbidden' });
  });
});

test('a preview is a picture of the paper, also with the longest names', async () => {
  const both = { languages: 'both', issuerEnglish: 'Taipei Branch' };
  const upright = (await preview()).body.match(
    /^<svg[^>]* viewBox="0 0 (?<width>[\d.]+) (?<height>[\d.]+)"/,
  )?.groups;
  expect(Number(upright?.width) / Number(upright?.height)).toBeCloseTo(210 / 297, 2);
  const longest = await preview({ ...both, side: 'card', sample: 'longest' });
  expect([longest.statusCode, longest.headers['content-type']]).toEqual([200, 'image/svg+xml']);
});

test('a character that no font has is named in the refusal of the preview', async () => {
  const answer = await preview({ title: '證書😀' });
  expect(answer.statusCode).toBe(422);
  expect(answer.json().message).toBe(
    certificateRefusals.certificate_glyphs.text.replace('{characters}', '😀').replace('{codes}', 'U+1F600'),
  );
});

const createdSigner = async (overrides: object = {}) => {
  const body = { organizationId: null, name: '王大明', title: '理事長', sealId: null, ...overrides };
  return portal.call(contract.createSigner, { body, headers });
};

const rowOf = (rows: contract.SignerRow[], name: string) => {
  const found = rows.find((row) => row.name === name);
  if (!found) throw new Error(`no signer ${name}`);
  return found;
};

describe('signers', () => {
  test('are created, changed, closed and reopened', async () => {
    const { answer } = await createdSigner();
    const { id } = rowOf(answer, '王大明');
    const params = { id: String(id) };
    const body = { name: '王大明', title: '代理理事長', sealId: null, version: 0 };
    const edited = await portal.call(contract.editSigner, { params, body, headers });
    expect(rowOf(edited.answer, '王大明')).toMatchObject({ title: '代理理事長', isClosed: false });
    expect((await portal.call(contract.editSigner, { params, body, headers })).status).toBe(409);
    const closed = await portal.call(contract.closeSigner, { params, headers });
    expect(rowOf(closed.answer, '王大明').isClosed).toBe(true);
    const opened = await portal.call(contract.reopenSigner, { params, headers });
    expect(rowOf(opened.answer, '王大明').isClosed).toBe(false);
  });

  test('with a picture that is no seal are refused', async () => {
    const [{ id: sealId }, { id: logo }] = [
      await buildCertificatePicture(portal.db, 'seal'),
      await buildCertificatePicture(portal.db, 'logo'),
    ];
    const { id } = rowOf((await createdSigner({ name: '趙六', sealId })).answer, '趙六');
    const body = { name: '趙六', title: '理事長', sealId: logo, version: 0 };
    const edited = await portal.call(contract.editSigner, { params: { id: String(id) }, body, headers });
    for (const { refusal } of [await createdSigner({ name: '錢七', sealId: logo }), edited])
      expect(refusal.errors).toEqual({ sealId: [settingRefusals.certificate_picture_unknown.text] });
  });

  test('are changed without touching others, and each change is recorded once, in their organisation', async () => {
    const other = await buildSigner(portal.db, { organizationId, closedAt: NOW });
    const { id } = rowOf((await createdSigner({ name: '陳五', organizationId })).answer, '陳五');
    const params = { id: String(id) };
    const edit = async (version: number) => {
      const body = { name: '陳五', title: '代理理事長', sealId: null, version };
      return rowOf((await portal.call(contract.editSigner, { params, body, headers })).answer, '陳五')
        .version;
    };
    await edit(await edit(0));
    const { closeSigner: close, reopenSigner: reopen } = contract;
    for (const call of [close, close, reopen, reopen]) await portal.call(call, { params, headers });
    const events = await portal.db
      .select({ action: auditEvents.action, organizationId: auditEvents.organizationId })
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, 'certificate_signer'), eq(auditEvents.subjectId, id)))
      .orderBy(asc(auditEvents.id));
    expect(events).toEqual(
      ['create', 'edit', 'close', 'reopen'].map((act) => ({
        ...{ action: `certificate_signer.${act}`, organizationId },
      })),
    );
    const rows = await portal.db.select().from(certificateSigners).where(eq(certificateSigners.id, other.id));
    expect(rows).toEqual([other]);
  });

  test('other errors than these are thrown as they are', async () => {
    const error = new Error('the connection is lost');
    await expect(refusingTakenSigner(() => Promise.reject(error))).rejects.toBe(error);
  });

  test('of the same name and title in one organisation are refused', async () => {
    await createdSigner({ name: '李四' });
    expect((await createdSigner({ name: '李四' })).refusal.errors).toEqual({
      name: [settingRefusals.signer_taken.text],
    });
    expect((await createdSigner({ name: '李四', organizationId })).status).toBe(200);
    expect((await createdSigner({ organizationId: 987_654 })).refusal.errors).toEqual({
      organizationId: [settingRefusals.signer_organization.text],
    });
  });

  test('the layout names one, else the organisation, else the association', async () => {
    const other = await buildOrganization(portal.db, { code: 'OTH', name: '另一分會' });
    const [own, chosen] = [
      await buildSigner(portal.db, { organizationId: other.id }),
      await buildSigner(portal.db, { organizationId }),
    ];
    const idOf = async (signerId: number | null, at: number) =>
      (await findSigner(portal.db, { signerId }, at))?.id;
    expect(await idOf(null, other.id)).toBe(own.id);
    expect(await idOf(chosen.id, other.id)).toBe(chosen.id);
    await portal.call(contract.closeSigner, { params: { id: String(own.id) }, headers });
    expect(await findSigner(portal.db, { signerId: null }, other.id)).toMatchObject({ name: '王大明' });
  });

  test('staff with a role in another organisation change none', async () => {
    const actor = asStaff({ id: 1, name: '管理員' }, [grant('admin', organizationId)]);
    const { id } = await buildSigner(portal.db);
    const [by, details] = [
      { actor, now: NOW },
      { name: '張三', title: '理事長', sealId: null },
    ];
    const attempts = [
      (tx: Tx) => createSigner(tx, { organizationId: null, ...details }, by),
      (tx: Tx) => editSigner(tx, { id, version: 0, ...details }, by),
      (tx: Tx) => closeSigner(tx, { id }, by),
      (tx: Tx) => reopenSigner(tx, { id }, by),
    ];
    for (const attempt of attempts)
      await expect(inTransaction<unknown>(portal.db, attempt)).rejects.toMatchObject({ code: 'forbidden' });
  });
});

const upload = async (kind: string, bytes: Uint8Array) => {
  const sent = await multipart({ fields: { kind }, file: { bytes, name: '印章.png' } });
  return portal.app.inject({
    method: 'POST',
    url: '/api/office/certificate-pictures',
    headers: { ...headers, ...sent.headers },
    payload: sent.body,
  });
};

const drawing = (side: number) =>
  sharp({
    create: { width: side, height: side, channels: 4, background: { r: 194, g: 42, b: 30, alpha: 0.5 } },
  });

describe('pictures', () => {
  test('are drawn anew, without metadata and with their transparency', async () => {
    const bytes = await drawing(1_500)
      .withExif({ IFD0: { Artist: 'a camera' } })
      .png()
      .toBuffer();
    const answer = await upload('seal', bytes);
    expect(answer.statusCode).toBe(200);
    const stored = await portal.app.inject({
      url: `/api/office/certificate-pictures/${answer.json().id}`,
      headers,
    });
    expect(stored.headers['content-type']).toBe('image/png');
    const { width, hasAlpha, exif } = await sharp(stored.rawPayload).metadata();
    expect([width, hasAlpha, exif]).toEqual([600, true, undefined]);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>';
  test.each([
    ['a drawing with scripts', Buffer.from(svg), 'picture_kind'],
    ['a PDF', Buffer.from('%PDF-1.7'), 'picture_kind'],
    ['nothing', Buffer.alloc(0), 'picture_missing'],
    ['a damaged picture', Buffer.from('ffd8ffe000104a46494600', 'hex'), 'picture_damaged'],
  ] as const)('%s is refused', async (_, bytes, code) => {
    const answer = await upload('logo', bytes);
    expect([answer.statusCode, answer.json().message]).toEqual([422, pictureRefusals[code].text]);
  });

  test('that does not exist is not found', async () => {
    const { statusCode } = await portal.app.inject({
      url: '/api/office/certificate-pictures/987654',
      headers,
    });
    expect(statusCode).toBe(404);
  });
});
