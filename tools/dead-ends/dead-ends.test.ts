import { glob } from 'node:fs/promises';
import path from 'node:path';
import type { Endpoint } from '@portal/contract/endpoint';
import { WaitingWork } from '@portal/contract/office/reports';
import { type Right, rolesWith } from '@portal/contract/rights';
import { expect, test } from 'vitest';
import { paths } from '../../office/src/platform/paths.ts';
import { CERTIFICATE_STEPS, RENEWAL_STEPS } from '../../server/src/certificates/states.ts';
import { STEPS as CLASS_STEPS } from '../../server/src/classes/states.ts';
import { STEPS as REGISTRATION_STEPS } from '../../server/src/enrolment/states.ts';
import { IMPORT_STEPS } from '../../server/src/imports/states.ts';
import { JOB_STEPS } from '../../server/src/jobs/states.ts';
import { DELIVERY_STEPS } from '../../server/src/mail/states.ts';
import { REFUND_STEPS } from '../../server/src/money/states.ts';
import type { StepRule } from '../../server/src/platform/steps.ts';
import { INCIDENT_STEPS, PRIVACY_STEPS } from '../../server/src/privacy/states.ts';
import { STAFF_STEPS } from '../../server/src/staff/states.ts';
import { RESULT_STEPS } from '../../server/src/training/states.ts';
import { describedCalls, nameOf } from '../../server/test/described-calls.ts';

/* Each state that is not the end of a lifecycle has a way on that staff can see and take. */

type Work = keyof typeof WaitingWork.shape;

/**
 * A way on: the call that takes it and a page that shows the state. A state that waits for staff is counted as `work`;
 * otherwise `because` says why it waits for nobody of them.
 */
type Door = { readonly call: string; readonly page: keyof typeof paths } & (
  | { readonly work: Work }
  | { readonly because: string }
);

interface Lifecycle {
  readonly steps: Readonly<Record<string, StepRule<string>>>;
  readonly ends: readonly string[];
  readonly doors: Readonly<Record<string, Door>>;
}

const SERVER = 'The server goes on by itself; staff may step in.';
const REST = 'Nothing is expected; staff may change it.';
const OWN = 'Staff see it in their own list, which is sorted by time.';

const POST = 'POST /api/office';

const lifecycles: Readonly<Record<string, Lifecycle>> = {
  'a certificate': {
    steps: CERTIFICATE_STEPS,
    ends: ['renewed', 'corrected', 'revoked', 'lapsed'],
    doors: { valid: { call: `${POST}/certificates/:id/revoke`, page: 'certificate', because: REST } },
  },
  'a request for renewal': {
    steps: RENEWAL_STEPS,
    ends: ['approved', 'rejected'],
    doors: { open: { call: `${POST}/renewals/:id/approve`, page: 'renewals', work: 'renewals' } },
  },
  'a class': {
    steps: CLASS_STEPS,
    ends: ['cancelled', 'completed'],
    doors: {
      draft: { call: `${POST}/classes/:id/publish`, page: 'trainingClasses', because: REST },
      published: { call: `${POST}/classes/:id/complete`, page: 'trainingClass', work: 'results' },
      closed: { call: `${POST}/classes/:id/complete`, page: 'trainingClass', work: 'results' },
    },
  },
  'a registration': {
    steps: REGISTRATION_STEPS,
    ends: ['cancelled'],
    doors: {
      pending: { call: `${POST}/registrations/:id/approve`, page: 'reviews', work: 'review' },
      rejected: { call: `${POST}/registrations/:id/reopen`, page: 'registration', because: REST },
      unpaid: { call: `${POST}/overdue/cancel`, page: 'overdue', work: 'overdue' },
      reported: { call: `${POST}/statement-accounts/:id/confirm`, page: 'desk', work: 'reconcile' },
      confirmed: { call: `${POST}/classes/:id/results/publish`, page: 'teaching', work: 'results' },
    },
  },
  'an import': {
    steps: IMPORT_STEPS,
    ends: ['undone'],
    doors: {
      checking: { call: `${POST}/jobs/:id/stop`, page: 'import', because: SERVER },
      checked: { call: `${POST}/imports/:id/start`, page: 'imports', because: OWN },
      started: { call: `${POST}/imports/:id/undo`, page: 'import', because: SERVER },
      finished: { call: `${POST}/imports/:id/undo`, page: 'import', because: REST },
      undoing: { call: `${POST}/imports/:id/undo`, page: 'import', because: SERVER },
    },
  },
  'a job': {
    steps: JOB_STEPS,
    ends: ['done'],
    doors: {
      queued: { call: `${POST}/jobs/:id/stop`, page: 'jobs', because: SERVER },
      running: { call: `${POST}/jobs/:id/stop`, page: 'jobs', because: SERVER },
      stopped: { call: `${POST}/jobs/:id/continue`, page: 'jobs', because: OWN },
      failed: { call: `${POST}/jobs/:id/continue`, page: 'jobs', because: OWN },
    },
  },
  'a mail': {
    steps: DELIVERY_STEPS,
    ends: [],
    doors: {
      queued: { call: 'GET /api/office/mails/:id', page: 'mail', because: SERVER },
      sent: { call: `${POST}/mails/:id/send-again`, page: 'mail', because: REST },
      undeliverable: { call: `${POST}/mails/:id/settle`, page: 'mails', work: 'mails' },
    },
  },
  'a refund': {
    steps: REFUND_STEPS,
    ends: ['paid', 'withdrawn'],
    doors: {
      due: { call: `${POST}/refunds/:id/pay`, page: 'refunds', work: 'refunds' },
      waived: { call: 'GET /api/office/refunds', page: 'refunds', because: REST },
    },
  },
  'a request about personal data': {
    steps: PRIVACY_STEPS,
    ends: ['withdrawn', 'declined', 'answered', 'erased'],
    doors: {
      requested: { call: `${POST}/privacy/requests/:id/answer`, page: 'privacyRequest', work: 'privacy' },
    },
  },
  'an incident': {
    steps: INCIDENT_STEPS,
    ends: ['closed'],
    doors: {
      open: { call: `${POST}/privacy/incidents/:id/notify`, page: 'incident', work: 'incidents' },
      notified: { call: `${POST}/privacy/incidents/:id/close`, page: 'incident', work: 'incidents' },
    },
  },
  'an account of staff': {
    steps: STAFF_STEPS,
    ends: [],
    doors: {
      invited: { call: `${POST}/staff/:id/invitation`, page: 'member', because: REST },
      active: { call: `${POST}/staff/:id/suspend`, page: 'member', because: REST },
      suspended: { call: `${POST}/staff/:id/resume`, page: 'member', because: REST },
    },
  },
  'a result': {
    steps: RESULT_STEPS,
    ends: [],
    doors: {
      draft: { call: `${POST}/classes/:id/results/publish`, page: 'teaching', work: 'results' },
      published: {
        call: `${POST}/classes/:id/results/:registration/correct`,
        page: 'trainingClass',
        work: 'certificates',
      },
      corrected: {
        call: `${POST}/classes/:id/results/:registration/correct`,
        page: 'trainingClass',
        because: REST,
      },
    },
  },
};

/** They list words, and nothing moves from one to another. */
const WITHOUT_STEPS = ['payment', 'statements'];

test('every module with a lifecycle is in the table', async () => {
  const stepsOf = Object.values(lifecycles).map(({ steps }) => steps);
  const missing: string[] = [];
  for await (const file of glob('server/src/*/states.ts', { cwd: path.join(import.meta.dirname, '../..') })) {
    const module: Record<string, unknown> = await import(path.join(import.meta.dirname, '../..', file));
    const tables = Object.entries(module).filter(([name]) => /(^|_)STEPS$/.test(name));
    const name = file.split('/').at(-2) ?? '';
    if (tables.length === 0 && !WITHOUT_STEPS.includes(name)) missing.push(file);
    missing.push(...tables.filter(([, steps]) => !stepsOf.includes(steps as never)).map(([table]) => table));
  }
  expect(missing).toEqual([]);
});

test.each(Object.entries(lifecycles))(
  '%s that can be moved on has a door, and the others are its end',
  (_, life) => {
    const rules = Object.values(life.steps);
    const moving = new Set(rules.flatMap(({ from }) => from));
    const known = new Set(rules.flatMap(({ from, to }) => (to === null ? from : [...from, to])));
    expect([...moving].sort()).toEqual(Object.keys(life.doors).sort());
    expect([...known].filter((state) => !moving.has(state)).sort()).toEqual([...life.ends].sort());
  },
);

const doors = Object.entries(lifecycles).flatMap(([name, life]) =>
  Object.entries(life.doors).map(([state, door]) => [`${name} that is ${state}`, door] as const),
);

const calls = new Map((await describedCalls('office')).map((call) => [nameOf(call), call]));

/** Whether some role of staff may make the call. */
const isOpen = ({ access }: Endpoint): boolean =>
  access === 'office' || (rolesWith[access as Right]?.length ?? 0) > 0;

test.each(doors)('%s: staff may move it, see it, and are told if it waits for them', (_, door) => {
  const call = calls.get(door.call);
  expect(call, door.call).toBeDefined();
  expect(call && isOpen(call)).toBe(true);
  expect(Object.keys(paths)).toContain(door.page);
  if ('work' in door) expect(Object.keys(WaitingWork.shape)).toContain(door.work);
});
