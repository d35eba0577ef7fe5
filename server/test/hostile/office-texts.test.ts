import type { Endpoint } from '@portal/contract/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutgoingMail } from '../../src/mail/delivery.ts';
import { sendDueMails } from '../../src/mail/worker.ts';
import { letters } from '../../src/timers/letters.ts';
import type { TestPortal } from '../app.ts';
import { nameOf } from '../described-calls.ts';
import { type Sent, send, writes } from '../office-requests.ts';
import { expectForm } from './answers.ts';
import { leavesOf, recordOf, replaceAt } from './leaves.ts';
import { type Office, openOffice } from './office-world.ts';
import { fieldsOf, takesText } from './schema.ts';
import { tablesWith } from './storage.ts';

/* Markup in every text field of the office: it is kept as typed, cleaned where it is formatted, or refused. */

let office: Office;
let portal: TestPortal;
beforeAll(async () => {
  office = await openOffice();
  portal = office.portal;
});
afterAll(() => portal.close());

let serial = 1000;
const markup = () => {
  serial += 1;
  return { text: `<img src=x onerror=alert(1)>&lt;${serial}`, rest: `&lt;${serial}` };
};

type Path = readonly string[];

/** The paths of texts: those of the example, and the fields that it leaves out. */
const textPaths = (endpoint: Endpoint, { body }: Sent): Path[] => {
  const fields = fieldsOf(endpoint.body).filter(takesText);
  const absent = fields.filter(({ name }) => !(name in recordOf(body))).map(({ name }) => [name]);
  const given = leavesOf(body).flatMap(([path, value]) => (typeof value === 'string' ? [path] : []));
  return [...given, ...absent];
};

const withText = ({ body, ...sent }: Sent, path: Path, text: string): Sent => {
  const [name = ''] = path;
  const whole = name in recordOf(body) ? body : { ...recordOf(body), [name]: '' };
  return { ...sent, body: replaceAt(whole, path, text) };
};

type Fate = 'typed' | 'cleaned' | 'renamed' | 'ignored' | 'refused';

/** File names cannot have every character. */
const renamed = (text: string) => text.replace(/[<>]/g, ' ').trim();

const fateOf = async (endpoint: Endpoint, sent: Sent, path: Path): Promise<Fate> => {
  const { text, rest } = markup();
  const answer = await send(portal, endpoint, withText(sent, path, text), await office.enter());
  expectForm(answer);
  if (answer.statusCode !== 200) return 'refused';
  // JSON needs no escaping: only what writes HTML escapes.
  expect(answer.body).not.toContain('&lt;img');
  expect(answer.headers['content-type']).not.toContain('html');
  const kept = async (what: string) => (await tablesWith(portal, what)).length > 0;
  if (await kept(text)) return 'typed';
  if (await kept(renamed(text))) return 'renamed';
  return (await kept(rest)) ? 'cleaned' : 'ignored';
};

const typed = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'typed' as const]));
const formatted = { html: 'cleaned', paidHtml: 'cleaned', info: 'cleaned' } as const;
const ofClass = { ...typed('place', 'contactName', 'contactPhone', 'staffNote'), ...formatted };

/** The fields that take markup; all others refuse it. */
const table: Record<string, Record<string, Fate>> = {
  'POST /api/office/classes': ofClass,
  // The message goes to those who hold a seat; nobody does.
  'POST /api/office/classes/:id': { ...ofClass, message: 'ignored' },
  'POST /api/office/classes/:id/postpone': typed('message'),
  'POST /api/office/classes/:id/call-off': typed('text'),
  'POST /api/office/classes/:id/messages': typed('subject', 'text'),
  'POST /api/office/classes/:id/attachments/:attachment': { name: 'renamed' },
  'POST /api/office/classes/:id/results/:registration': typed('reason'),
  'POST /api/office/classes/:id/results/:registration/correct': typed('reason', 'decidedReason'),
  'POST /api/office/courses': { name: 'typed', ...formatted },
  'POST /api/office/courses/:id': { name: 'typed', ...formatted },
  'POST /api/office/registrations/:id/reject': typed('reason'),
  'POST /api/office/registrations/:id/cancel': typed('reason'),
  'POST /api/office/registrations/:id/reopen': typed('reason'),
  'POST /api/office/registrations/:id/move': typed('reason'),
  'POST /api/office/registrations/:id/notes': typed('text'),
  'POST /api/office/review-phrases': typed('text'),
  'POST /api/office/review-phrases/:id': typed('text'),
  'POST /api/office/enrolments': typed('reason'),
  // No code is asked for if there is a birth date.
  'POST /api/office/enrolments/person': { code: 'ignored' },
  // Nobody has such a number; its event holds it masked.
  'POST /api/office/identifiers/holder': { number: 'ignored' },
  'POST /api/office/identifiers/release': typed('reason'),
  // Only foreigners have a passport.
  'POST /api/office/enrolments/new-person': { reason: 'typed', passport_no: 'ignored' },
  'POST /api/office/people': { passport_no: 'ignored' },
  'POST /api/office/banners': typed('title'),
  'POST /api/office/banners/:id': typed('title'),
  'POST /api/office/intro-types/:id/intros': { title: 'typed', html: 'cleaned' },
  'POST /api/office/intros/:id': { title: 'typed', html: 'cleaned' },
  'POST /api/office/site-pages/:name': { title: 'typed', html: 'cleaned' },
  'POST /api/office/footer': typed('name', 'address', 'phone', 'fax'),
  'POST /api/office/bank-accounts': typed('bank', 'holder'),
  'POST /api/office/bank-accounts/:id': typed('bank', 'holder'),
  'POST /api/office/certificate-signers': typed('name', 'title'),
  'POST /api/office/certificate-signers/:id': typed('name', 'title'),
  // A title is too short for this markup, and the English issuer of the built-in layout is null.
  'POST /api/office/certificate-layouts/:id': typed('issuer', 'text', 'titleEnglish', 'textEnglish'),
  'POST /api/office/certificates/:id/revoke': typed('reason'),
  'POST /api/office/certificates/:id/correct': typed('reason', 'chineseName'),
  // Only asked for if the kind has a rule.
  'POST /api/office/renewals/:id/approve': { exceptionReason: 'ignored' },
  'POST /api/office/renewals/:id/inquiries': typed('text'),
  'POST /api/office/renewals/:id/reject': typed('reason'),
  'POST /api/office/statement-lines/:id/aside': typed('reason'),
  'POST /api/office/payments': typed('note'),
  'POST /api/office/payments/surplus': typed('reason'),
  'POST /api/office/payment-reports/:id/reject': typed('reason'),
  'POST /api/office/payments/:id/undo': typed('reason'),
  'POST /api/office/refunds/:id/change': typed('reason'),
  'POST /api/office/refunds/:id/pay': typed('reference'),
  'POST /api/office/refunds/:id/waive': typed('reason'),
  'POST /api/office/staff': typed('name'),
  'POST /api/office/certificate-kinds': typed('name'),
  'POST /api/office/certificate-kinds/:id': typed('name'),
  'POST /api/office/groups': typed('name', 'reason'),
  'POST /api/office/groups/:id': typed('name'),
  'POST /api/office/groups/:id/people': typed('reason'),
  'POST /api/office/groups/:id/people/:account/remove': typed('reason'),
  'POST /api/office/groups/:id/people/:account/role': typed('reason'),
  'POST /api/office/people/:id/profile': typed('address', 'career', 'school', 'department'),
  'POST /api/office/people/:id/suspend': typed('reason'),
  'POST /api/office/people/:id/resume': typed('reason'),
  'POST /api/office/people/:id/photo/reject': typed('reason'),
  'POST /api/office/people/:id/merges': typed('reason'),
  'POST /api/office/people/twins/:id/dismiss': typed('reason'),
  'POST /api/office/people/merges/:id/undo': typed('reason'),
  'POST /api/office/privacy/incidents': typed('title', 'facts', 'data', 'measures', 'contact'),
  'POST /api/office/privacy/incidents/:id': typed('title', 'facts', 'data', 'measures', 'contact'),
  'POST /api/office/privacy/incidents/:id/close': typed('note'),
  'POST /api/office/privacy/requests': typed('note'),
  'POST /api/office/privacy/requests/:id/answer': typed('answer'),
  'POST /api/office/privacy/requests/:id/decline': typed('reason'),
  'POST /api/office/privacy/requests/:id/erase': typed('reason'),
  'POST /api/office/privacy/requests/:id/extend': typed('reason'),
  // The filters of a list, which the event of its export names.
  'POST /api/office/groups/export': typed('search'),
  'POST /api/office/classes/export': typed('word'),
  'POST /api/office/mails/export': typed('person'),
  'POST /api/office/certificates/export': typed('search'),
  'POST /api/office/registrations/export': typed('person'),
};

const withTexts = writes.filter(([{ body, multipart }]) => body && !multipart);

test.each(withTexts.map(([endpoint, , prepare]) => [nameOf(endpoint), endpoint, prepare] as const))(
  'markup in each text: %s',
  async (name, endpoint, prepare) => {
    const fates: [path: string, fate: Fate][] = [];
    for (const path of textPaths(endpoint, await prepare(office.place))) {
      fates.push([path.join('.'), await fateOf(endpoint, await prepare(office.place), path)]);
    }
    const taken = fates.filter(([, fate]) => fate !== 'refused');
    expect(Object.fromEntries(taken)).toEqual(table[name] ?? {});
  },
);

test('the table names no call that is gone', () => {
  const names = withTexts.map(([endpoint]) => nameOf(endpoint));
  expect(Object.keys(table).filter((name) => !names.includes(name))).toEqual([]);
});

test('the letters that follow show markup as text', async () => {
  const sent: OutgoingMail[] = [];
  const deliver = async (mail: OutgoingMail) => void sent.push(mail);
  const deps = { ...portal.services, letters, publicUrl: 'https://portal.example', deliver };
  while ((await sendDueMails(deps)) > 0);
  const about = sent.filter(({ text, subject }) => `${subject}${text}`.includes('onerror'));
  expect(about.length).toBeGreaterThan(5);
  for (const { html } of about) expect(html).not.toContain('<img src=x');
  expect(about.some(({ html }) => html.includes('&lt;img src=x onerror=alert(1)&gt;&amp;lt;'))).toBe(true);
});
