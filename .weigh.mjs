import { chromium } from '@playwright/test';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
for (const p of ['/', '/ClassInfo', '/ClassInfo/TPE-FA1-001']) {
  const c = await b.newContext({ baseURL: 'http://127.0.0.1:3467', viewport: { width: 390, height: 844 } });
  const page = await c.newPage(); const got = [];
  page.on('requestfinished', (r) => { if (['script', 'stylesheet'].includes(r.resourceType())) got.push(r.sizes().then((s) => [s.responseBodySize, new URL(r.url()).pathname])); });
  await page.goto(p, { waitUntil: 'networkidle' });
  const all = (await Promise.all(got)).sort((x, y) => y[0] - x[0]);
  console.log(p, all.reduce((n, [s]) => n + s, 0), all.slice(0, 12).map(([s, u]) => `${s} ${u.replace('/assets/', '')}`).join(' | '));
}
await b.close();
