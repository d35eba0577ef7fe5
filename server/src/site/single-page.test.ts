import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildApp } from '../app.ts';
import { officePolicy, portalPolicy, verifyPolicy } from './policies.ts';

const PAGE = '<!doctype html><title>後台</title>';

let portal: TestPortal;
let app: FastifyInstance;
let folder: string;
beforeAll(async () => {
  portal = await openTestPortal();
  folder = await mkdtemp(path.join(os.tmpdir(), 'portal-office-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), PAGE);
  await writeFile(path.join(folder, 'assets', 'index-AAAA.js'), 'export {};');
  app = await buildApp(portal.services, { office: folder, verify: folder });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await portal.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers = {}) => app.inject({ url, headers });

test.each(['/office', '/office/', '/office/staff/sign-in', '/office/classes/TPE-CPR-001?tab=2'])(
  '%s is the page of the office, with its own policy, not cached and not indexed',
  async (url) => {
    const answer = await get(url, { accept: 'text/html' });
    expect([answer.statusCode, answer.body]).toEqual([200, PAGE]);
    expect(answer.headers).toMatchObject({
      'content-security-policy': officePolicy,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    });
  },
);

test.each(['/v', '/v/', '/v/FAI-2026-7KQ2M9XW4T'])('%s is the page that checks certificates', async (url) => {
  const answer = await get(url, { accept: 'text/html' });
  expect([answer.statusCode, answer.body]).toEqual([200, PAGE]);
  expect(answer.headers).toMatchObject({
    'content-security-policy': verifyPolicy,
    'x-robots-tag': 'noindex',
  });
});

test('its files are cached for ever, and an unknown file is not found', async () => {
  const file = await get('/office/assets/index-AAAA.js');
  expect([file.statusCode, file.headers['cache-control']]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ]);
  expect((await get('/office/assets/index-BBBB.js')).statusCode).toBe(404);
});

test.each(['/officers', '/api/office/nothing', '/ClassInfo'])('%s is no page of the office', async (url) => {
  const answer = await get(url, { accept: 'text/html' });
  expect(answer.body).not.toBe(PAGE);
  expect(answer.headers['content-security-policy']).toBe(portalPolicy);
});
