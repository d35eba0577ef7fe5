import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { defaultBranding } from '../../src/branding/find-branding.ts';
import { writeEvent } from '../../src/mail/calendar-event.ts';
import { compose } from '../../src/mail/layout.ts';
import type { Part } from '../../src/mail/letters.ts';
import { letterSamples } from '../../src/timers/letter-samples.ts';
import { letters } from '../../src/timers/letters.ts';

/* Every letter as HTML and text. `RENEW_LETTERS=1` writes the files anew; read the difference before you commit it. */

const GOLDEN = path.join(import.meta.dirname, 'golden');
const PUBLIC_URL = 'https://portal.example';

const filesOf = ({ mail }: (typeof letterSamples)[number]): Record<'html' | 'txt', string> => {
  const { subject, text, html, event } = compose(mail, PUBLIC_URL);
  const calendar = event && writeEvent(event, { host: 'portal.example', address: 'no-reply@portal.example' });
  return { html, txt: [subject, text, ...(calendar ? [calendar.replaceAll('\r\n', '\n')] : [])].join('\n') };
};

if (process.env.RENEW_LETTERS === '1') {
  await rm(GOLDEN, { recursive: true, force: true });
  await mkdir(GOLDEN);
  for (const sample of letterSamples) {
    for (const [ending, content] of Object.entries(filesOf(sample)))
      await writeFile(path.join(GOLDEN, `${sample.key}.${ending}`), content);
  }
}

test('has a sample for each letter', () => {
  const shown = new Set(letterSamples.map(({ mail }) => mail.letter.template));
  expect([...shown].sort()).toEqual([...letters.keys()].sort());
});

test('has a file for each sample, and no other', async () => {
  const expected = letterSamples.flatMap(({ key }) => [`${key}.html`, `${key}.txt`]);
  expect((await readdir(GOLDEN)).sort()).toEqual(expected.sort());
});

test.each(letterSamples)('writes $key as it was agreed', async (sample) => {
  const read = (ending: string) => readFile(path.join(GOLDEN, `${sample.key}.${ending}`), 'utf8');
  expect(filesOf(sample)).toEqual({ html: await read('html'), txt: await read('txt') });
});

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const shownIn = (html: string): string =>
  html
    .replace(/<br>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '');

const addressesIn = (html: string): string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'));

const factsOf = (part: Part): { texts: string[]; links: string[] } => {
  if (typeof part === 'string') return { texts: [part], links: [] };
  if ('link' in part) return { texts: [part.label], links: [part.link] };
  return {
    texts: part.rows.flatMap(([term, value, more]) => [term, value, ...(more ? [more.label] : [])]),
    links: part.rows.flatMap(([, , more]) => (more ? [more.link] : [])),
  };
};

test.each(letterSamples)('says the same in both parts of $key', ({ mail }) => {
  const { text, html } = compose(mail, PUBLIC_URL);
  const facts = mail.letter.write(mail.data, PUBLIC_URL).body.map(factsOf);
  const shown = shownIn(html);
  for (const fact of facts.flatMap(({ texts }) => texts)) {
    expect(text).toContain(fact);
    expect(shown).toContain(fact);
  }
  const links = facts.flatMap((fact) => fact.links);
  expect(links.filter((link) => !text.includes(link))).toEqual([]);
  expect(new Set(addressesIn(html))).toEqual(new Set([PUBLIC_URL, ...links]));
});

const MAX_BYTES = 40 * 1024;

test.each(letterSamples)('loads nothing from elsewhere, has one button, and is small: $key', ({ mail }) => {
  const { html, text } = compose(mail, PUBLIC_URL);
  expect(html).not.toMatch(/<(?:img|link|script|iframe)|url\(|@import/);
  expect(html.match(/class="button"/g)?.length ?? 0).toBeLessThanOrEqual(1);
  expect(Buffer.byteLength(html) + Buffer.byteLength(text)).toBeLessThan(MAX_BYTES);
});

test('escapes whatever people entered, in every letter', () => {
  const hostile = '<img src=x onerror=alert(1)>"\'&';
  const spoil = (value: unknown): unknown => {
    if (typeof value === 'string')
      return /^\d{4}-|^(?:moved|cancelled|access|password|change_roles)$/.test(value) ? value : hostile;
    if (Array.isArray(value)) return value.map(spoil);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, spoil(each)]));
  };
  const branding = { ...defaultBranding, name: hostile };
  for (const { mail } of letterSamples) {
    const { html } = compose({ ...mail, data: spoil(mail.data) as object }, PUBLIC_URL, { branding });
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  }
});
