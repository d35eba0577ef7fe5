import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Endpoint } from '@portal/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { hashToken } from '../../src/accounts/sign-in/sessions.ts';
import {
  contactUndos,
  passwordResets,
  registrationAttempts,
  signInAttempts,
} from '../../src/accounts/tables.ts';
import { buildApp } from '../../src/app.ts';
import { certificatePapers, certificates, verificationMisses } from '../../src/certificates/tables.ts';
import { introTypes, pictures, siteSettings } from '../../src/content/tables.ts';
import { NOW, openTestPortal, type TestPortal } from '../app.ts';
import { nameOf } from '../described-calls.ts';
import { buildAccount, logIn } from '../factories/account.ts';
import { buildAttachment, buildClass, buildCourse } from '../factories/catalogue.ts';
import {
  buildCertificate,
  buildContent,
  buildInquiry,
  buildNeed,
  buildRenewalRequest,
} from '../factories/certificate.ts';
import { buildDocument } from '../factories/document.ts';
import { buildGroup, buildMembership } from '../factories/group.ts';
import { buildMail } from '../factories/mail.ts';
import { one } from '../factories/one.ts';
import { buildRegistration } from '../factories/registration.ts';
import { multipart } from '../multipart.ts';
import {
  changedBy,
  endsOtherSessions,
  endsSession,
  examples,
  type Facts,
  type Input,
  needsDefaultPassword,
  type Person,
} from './calls.ts';

export interface World {
  readonly portal: TestPortal;
  /** Serves the pages too. */
  readonly app: FastifyInstance;
  /** Returns a valid input of the call, or an empty one if it takes none. */
  exampleOf(endpoint: Endpoint): Input;
  /** A live session of the person, a new one where the call ends it; undefined for a guest. */
  tokenOf(person: Person, endpoint?: Endpoint): Promise<string | undefined>;
  /** A new session of somebody who may make the call: of the trainee, if they may. */
  logIn(endpoint?: Endpoint): Promise<string>;
  close(): Promise<void>;
}

const HOUR = 3_600_000;
const PICTURE = 'picture-in-the-way-of-attacks';
const PHOTO = 'photo-in-the-way-of-attacks';
const CERTIFICATE = 'CERT-0001';
const INTRO = '急救訓練';
const TOKEN = 'A'.repeat(43);
const UNDO = 'U'.repeat(43);
const PAGE = '<!doctype html><html><head><title></title></head><body></body></html>';

/** Fills every table that an attack could reach. */
const createFixture = async ({ db, services }: TestPortal) => {
  const trainingClass = await buildClass(db);
  const { fileKey } = await buildAttachment(db, { classId: trainingClass.id });
  await services.files.put(fileKey, Buffer.from('%PDF-1.7'));
  await services.files.put(`photos/${PHOTO}`, Buffer.from('JPEG'));
  await db.insert(pictures).values({ key: PICTURE, width: 286, height: 286, createdAt: NOW });
  await db.insert(introTypes).values({ title: INTRO, pictureKey: PICTURE, position: 1 });
  await db.insert(siteSettings).values({ key: 'page:Help', value: { title: '使用說明', html: '' } });

  const trainee = await buildAccount(db, { photoKey: `photos/${PHOTO}` });
  const newcomer = await buildAccount(db, { cellPhone: null });
  const [member, joiner] = [await buildAccount(db), await buildAccount(db)];
  const forgetful = await buildAccount(db);
  const group = await buildGroup(db);
  await buildMembership(db, { group, account: trainee, role: 'manager' });
  await buildMembership(db, { group, account: member });
  const past = await buildClass(db, { startTime: new Date(NOW.getTime() - HOUR) });
  await buildRegistration(db, { class: past, account: trainee, state: 'confirmed', result: 1 });
  await db.insert(passwordResets).values({
    tokenHash: hashToken(TOKEN),
    accountId: forgetful.id,
    createdAt: NOW,
    expiresAt: new Date(NOW.getTime() + HOUR),
  });

  await db.insert(contactUndos).values({
    tokenHash: hashToken(UNDO),
    accountId: forgetful.id,
    email: 'former@example.com',
    createdAt: NOW,
    expiresAt: new Date(NOW.getTime() + HOUR),
  });

  const reviewed = await buildRegistration(db, { class: await buildClass(db), account: trainee });
  const document = await buildDocument(services, { registration: reviewed });
  const payable = await buildClass(db);
  await buildRegistration(db, { class: payable, account: trainee, state: 'unpaid' });
  const coach = await buildCourse(db, { code: 'COACH', chineseName: '教練訓練', type: 'coach' });
  const certificate = one(
    await db
      .insert(certificates)
      .values({
        number: CERTIFICATE,
        accountId: trainee.id,
        organizationId: trainingClass.organizationId,
        courseId: coach.id,
        issuedOn: '2025-03-01',
        years: 2,
        endTime: '2027-02-28',
        createdAt: NOW,
      })
      .returning(),
  );
  await buildContent(db, certificate);
  await buildNeed(db, { group, kindId: certificate.kindId });
  const other = await buildCourse(db, { code: 'LGI', chineseName: '救生教練訓練', type: 'coach' });
  const asked = await buildCertificate(db, { account: trainee, courseId: other.id });
  const inquiry = await buildInquiry(db, {
    request: await buildRenewalRequest(db, { certificate: asked }),
  });
  await services.files.put('certificates/paper', Buffer.from('%PDF-'));
  await db.insert(certificatePapers).values({
    ...{ certificateId: certificate.id, format: 'card', fileKey: 'certificates/paper' },
    ...{ sha256: 'a'.repeat(64), createdAt: NOW },
  });

  const facts: Facts = {
    code: trainingClass.code,
    payable: payable.code,
    certificate: CERTIFICATE,
    past: past.code,
    groupClass: (await buildClass(db)).code,
    member,
    group: group.code,
    kindId: certificate.kindId ?? 0,
    joiner: joiner.idNumber,
    registration: reviewed.id,
    document: document.id,
    inquiry: inquiry.id,
    intro: INTRO,
    photo: PHOTO,
    trainee,
    forgetful: forgetful.idNumber ?? '',
    token: TOKEN,
    undo: UNDO,
    mailId: await buildMail(db, forgetful),
  };
  return { facts, trainee, newcomer };
};

export const openWorld = async (): Promise<World> => {
  const portal = await openTestPortal();
  const { db, services } = portal;
  const { facts, ...accounts } = await createFixture(portal);
  const alone = await buildAccount(db);
  const imported = await buildAccount(db, { passwordIsBirthday: true });
  const inputs = new Map(Object.entries(examples).map(([name, make]) => [name, make(facts)]));
  const kept: Partial<Record<Person, string>> = {
    trainee: await logIn(db, accounts.trainee),
    newcomer: await logIn(db, accounts.newcomer),
  };
  const site = await mkdtemp(path.join(os.tmpdir(), 'portal-site-'));
  await writeFile(path.join(site, 'index.html'), PAGE);
  const app = await buildApp(services, { checkAnswers: true, site });
  await app.ready();

  return {
    portal,
    app,
    exampleOf: (endpoint) => inputs.get(nameOf(endpoint)) ?? {},
    tokenOf: async (person, endpoint) => {
      if (person === 'guest' || !endpoint) return kept[person];
      if (endsOtherSessions(endpoint) && person === 'trainee') return logIn(db, alone);
      return endsSession(endpoint) ? logIn(db, accounts[person]) : kept[person];
    },
    logIn: (endpoint) => logIn(db, endpoint && needsDefaultPassword(endpoint) ? imported : accounts.trainee),
    close: async () => {
      await app.close();
      await portal.close();
      await rm(site, { recursive: true });
    },
  };
};

/** The address of a call; its parameters and its query are properly encoded, `rawQuery` is not. */
export const urlOf = (endpoint: Endpoint, { params = {}, query = {}, rawQuery = '' }: Input): string => {
  const place = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = [new URLSearchParams(query).toString(), rawQuery].filter((part) => part !== '');
  return search.length > 0 ? `${place}?${search.join('&')}` : place;
};

/** The body as the call takes it: JSON or a form. */
export const bodyOf = async (endpoint: Endpoint, { body, file }: Input) => {
  if (!body) return { headers: {} };
  if (!endpoint.multipart) {
    return { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) };
  }
  const fields = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, value === undefined ? value : String(value)]),
  );
  const form = await multipart({ fields, ...(file && { file: { bytes: file } }) });
  return { headers: form.headers, payload: form.body };
};

export const bearer = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

/** Makes a call as the holder of `token`; `input` need not be valid. */
export const attempt = async (
  world: World,
  endpoint: Endpoint,
  token: string | undefined,
  input: Input,
  more: Record<string, string> = {},
) => {
  const { headers, ...body } = await bodyOf(endpoint, input);
  // Otherwise the budget of attempts would refuse most requests.
  if (changedBy(endpoint).includes('sign_in_attempts')) await world.portal.db.delete(signInAttempts);
  // Otherwise the budget of misses would refuse most requests.
  if (changedBy(endpoint).includes('verification_misses')) await world.portal.db.delete(verificationMisses);
  if (changedBy(endpoint).includes('registration_attempts'))
    await world.portal.db.delete(registrationAttempts);
  return world.app.inject({
    method: endpoint.method,
    url: urlOf(endpoint, input),
    headers: { ...headers, ...bearer(token), ...more },
    ...body,
  });
};
