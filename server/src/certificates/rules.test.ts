import { renewalOpens } from '@portal/contract/certificates';
import { addDays } from '@portal/contract/dates';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  areValidDates,
  isCurrent,
  lastRejection,
  lastValidDay,
  oldRows,
  type Request,
  renewalObstacle,
  renewed,
} from './rules.ts';
import type { CertificateState, RenewalState } from './states.ts';

const request = (id: number, state: RenewalState, decidedAt: string | null = null): Request => ({
  id,
  state,
  decidedAt: decidedAt === null ? null : new Date(decidedAt),
  frontNote: null,
  backendNote: null,
});

const coach = {
  renewable: true,
  endTime: '2027-02-28',
  certificateState: 'valid' as CertificateState,
  requests: [] as Request[],
};

const anyDay = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('2000-01-01', days));

describe('a renewal may be asked for within six calendar months before the end, and not after it', () => {
  test.each([
    ['2026-12-05', '2026-06-05'],
    // A month without that day counts from its last one.
    ['2026-08-31', '2026-02-28'],
    ['2028-08-31', '2028-02-29'],
    ['2028-08-29', '2028-02-29'],
    ['2027-08-30', '2027-02-28'],
    ['2026-12-31', '2026-06-30'],
    // Six months before the end of February is the same day of August, not its last day.
    ['2027-02-28', '2026-08-28'],
    ['2028-02-29', '2027-08-29'],
    ['2027-06-30', '2026-12-30'],
    ['2027-01-01', '2026-07-01'],
  ])('of a certificate that ends on %s from %s on', (endTime, opens) => {
    expect(renewalOpens(endTime)).toBe(opens);
    const certificate = { ...coach, endTime };
    expect(renewalObstacle(certificate, addDays(opens, -1))).toBe('renewal_not_open');
    expect(renewalObstacle(certificate, opens)).toBe(null);
    expect(renewalObstacle(certificate, endTime)).toBe(null);
    expect(renewalObstacle(certificate, addDays(endTime, 1))).toBe('certificate_expired');
  });

  /** Says whether `day` plus six months reaches the end. The tested code counts back from the end instead. */
  const reachesEnd = (day: string, endTime: string): boolean => {
    const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
    const sixth = new Date(Date.UTC(year, month + 5, 1)).toISOString().slice(0, 7);
    if (endTime.slice(0, 7) !== sixth) return endTime.slice(0, 7) < sixth;
    const lastOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
    return date === lastOfMonth || date >= Number(endTime.slice(8));
  };

  test('on any day', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -400, max: 60 }), (endTime, offset) => {
        const day = addDays(endTime, offset);
        const open = renewalObstacle({ ...coach, endTime }, day) === null;
        expect(open).toBe(offset <= 0 && reachesEnd(day, endTime));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the obstacles to a renewal, in the order in which they are shown', () => {
  const day = '2027-01-15';
  test.each<[string, Partial<typeof coach>, string | null]>([
    ['in the window', {}, null],
    ['an ordinary one', { renewable: false }, 'certificate_ordinary'],
    ['an ordinary one that has expired', { renewable: false, endTime: '2026-01-01' }, 'certificate_ordinary'],
    [
      'a replaced one',
      { certificateState: 'renewed', requests: [request(1, 'approved')] },
      'certificate_replaced',
    ],
    ['a corrected one', { certificateState: 'corrected' }, 'certificate_replaced'],
    ['a revoked one', { certificateState: 'revoked' }, 'certificate_revoked'],
    ['one that is asked for', { requests: [request(1, 'open')] }, 'renewal_asked'],
    [
      'one that was asked for and has ended since',
      { endTime: '2027-01-01', requests: [request(1, 'open')] },
      'renewal_asked',
    ],
    ['an expired one', { endTime: '2027-01-14' }, 'certificate_expired'],
    ['one that ends much later', { endTime: '2027-07-16' }, 'renewal_not_open'],
    ['one that was refused before', { requests: [request(1, 'rejected')] }, null],
    [
      'one that was refused and asked for again',
      { requests: [request(1, 'rejected'), request(2, 'open')] },
      'renewal_asked',
    ],
  ])('%s', (_, overrides, obstacle) => {
    expect(renewalObstacle({ ...coach, ...overrides }, day)).toBe(obstacle);
  });
});

describe('the last rejection', () => {
  test.each<[string, RenewalState[], number | null]>([
    ['is missing without a request', [], null],
    ['is that of the only request', ['rejected'], 1],
    ['is the later one', ['rejected', 'rejected'], 2],
    ['is missing once the renewal is asked for again', ['rejected', 'open'], null],
    ['is missing once a later request was approved', ['rejected', 'approved'], null],
  ])('%s', (_, states, id) => {
    const requests = states.map((state, at) => request(at + 1, state));
    expect(lastRejection({ requests })?.id ?? null).toBe(id);
    expect(lastRejection({ requests: requests.toReversed() })?.id ?? null).toBe(id);
  });
});

describe('the new certificate', () => {
  test.each([
    ['2026-12-31', 3, '2027-01-01', '2029-12-31'],
    ['2027-03-05', 4, '2027-03-06', '2031-03-05'],
    // 29 February becomes 28 where the year has none.
    ['2028-02-29', 3, '2028-03-01', '2031-02-28'],
    ['2028-02-29', 4, '2028-03-01', '2032-02-29'],
    ['2027-02-28', 1, '2027-03-01', '2028-02-28'],
    ['2096-02-29', 4, '2096-03-01', '2100-02-28'],
  ])('after %s, of %i years, holds from %s to %s', (endTime, years, start, end) => {
    expect(renewed({ endTime, years })).toEqual({ start, end });
  });

  test('always begins on the next day and ends in the same month', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 50 }), (endTime, years) => {
        const { start, end } = renewed({ endTime, years });
        expect(start).toBe(addDays(endTime, 1));
        expect(end.slice(5, 7)).toBe(endTime.slice(5, 7));
        expect(Number(end.slice(0, 4)) - Number(endTime.slice(0, 4))).toBe(years);
      }),
    );
  });
});

test.each([
  ['2026-12-01', 3, '2029-11-30'],
  ['2026-01-01', 2, '2027-12-31'],
  ['2025-03-01', 3, '2028-02-29'],
  ['2024-03-01', 3, '2027-02-28'],
  ['2024-02-29', 4, '2028-02-28'],
  // There is no 29 February to be the day before of: the month's last day ends it.
  ['2024-02-29', 3, '2027-02-28'],
])('a certificate issued on %s for %i years is valid until %s', (issuedOn, years, end) => {
  expect(lastValidDay(issuedOn, years)).toBe(end);
});

test.each([
  ['2026-12-01', '2026-12-01', true],
  ['2020-01-01', '2021-01-01', true],
  ['2026-12-02', '2029-12-01', false],
  ['2026-11-30', '2026-11-29', false],
  ['2026-02-30', '2029-12-01', false],
  ['2026-11-30', 'soon', false],
])('issued on %s, to %s: right on 2026-12-01 is %s', (issuedOn, endTime, right) => {
  expect(areValidDates({ issuedOn, endTime }, '2026-12-01')).toBe(right);
});

describe('the two lists', () => {
  const day = '2026-12-01';
  const held = (overrides: Partial<typeof coach> & { id: number }) => ({ ...coach, ...overrides });
  const old = (...certificates: ReturnType<typeof held>[]) =>
    oldRows(certificates, day).map(({ certificate, request: shown }) => [certificate.id, shown?.id ?? null]);

  test.each<[string, Partial<typeof coach>, boolean, (number | null)[]]>([
    ['holds', {}, true, []],
    ['holds for the last day', { endTime: day }, true, []],
    ['is asked for', { requests: [request(1, 'open')] }, true, []],
    ['was refused and still holds', { requests: [request(1, 'rejected')] }, true, [1]],
    ['was refused twice', { requests: [request(1, 'rejected'), request(2, 'rejected')] }, true, [2, 1]],
    [
      'was refused and is asked for again',
      { requests: [request(1, 'rejected'), request(2, 'open')] },
      true,
      [1],
    ],
    [
      'was refused twice, the later one first',
      { requests: [request(2, 'rejected'), request(1, 'rejected')] },
      true,
      [2, 1],
    ],
    [
      'was refused and has expired while it was asked for again',
      { endTime: '2026-11-30', requests: [request(1, 'rejected'), request(2, 'open')] },
      false,
      [2, 1],
    ],
    [
      'was refused and replaced without a request',
      { certificateState: 'renewed', requests: [request(1, 'rejected')] },
      false,
      [1, null],
    ],
    ['expired yesterday', { endTime: '2026-11-30' }, false, [null]],
    ['expired while it was asked for', { endTime: '2026-11-30', requests: [request(1, 'open')] }, false, [1]],
    [
      'was refused and has expired',
      { endTime: '2026-11-30', requests: [request(1, 'rejected')] },
      false,
      [1],
    ],
    ['was replaced', { certificateState: 'renewed', requests: [request(1, 'approved')] }, false, [1]],
    [
      'was refused first and replaced later',
      { certificateState: 'renewed', requests: [request(1, 'rejected'), request(2, 'approved')] },
      false,
      [2, 1],
    ],
    ['was revoked', { certificateState: 'revoked' }, false, [null]],
    ['was corrected', { certificateState: 'corrected' }, false, [null]],
    [
      'was followed by another after its end',
      { endTime: '2026-11-30', certificateState: 'lapsed' },
      false,
      [null],
    ],
    ['was replaced without a request', { certificateState: 'renewed' }, false, [null]],
  ])('one that %s', (_, overrides, current, rows) => {
    const certificate = held({ id: 5, ...overrides });
    expect(isCurrent(certificate, day)).toBe(current);
    expect(old(certificate)).toEqual(rows.map((id) => [5, id]));
  });

  test('the latest first: by the decision, or by the end without a decision', () => {
    expect(
      old(
        held({ id: 1, endTime: '2026-05-01' }),
        // 2026-06-01 in Taipei, still May elsewhere.
        held({
          id: 2,
          certificateState: 'renewed',
          requests: [request(20, 'approved', '2026-05-31T17:00:00Z')],
        }),
        held({ id: 4, requests: [request(40, 'rejected', '2026-05-31T03:00:00Z')] }),
        held({ id: 6, endTime: '2026-05-31' }),
      ),
    ).toEqual([
      [2, 20],
      [6, null],
      [4, 40],
      [1, null],
    ]);
  });
});
