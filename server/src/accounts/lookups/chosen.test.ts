import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { codeOf } from '../../../test/factories/desk.ts';
import { careers, educationStatuses, educations } from '../../catalogue/tables.ts';
import { areas } from '../tables.ts';
import { findPlace, requireChoice } from './chosen.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

describe('a place', () => {
  test('is the area with its city; none without an area', async () => {
    const [second] = await portal.db.select().from(areas).where(eq(areas.cityId, 2)).limit(1);
    const found = await findPlace(portal.db, { area: second?.id ?? 0, address_code: null });
    expect(found).toEqual({ areaId: second?.id, cityId: 2 });
    expect(await findPlace(portal.db, { area: null, address_code: '100' })).toEqual({
      areaId: null,
      cityId: null,
    });
  });

  test.each([
    ['an unknown area', 999_999, '100', 'area_unknown'],
    ['the postal code of another area', 1, '103', 'postal_code_elsewhere'],
    ['the postal code of the area', 1, '10001', null],
    ['no postal code', 1, null, null],
  ])('is refused or not: %s', async (_, area, address_code, code) => {
    expect(await codeOf(findPlace(portal.db, { area, address_code }))).toBe(code);
  });
});

describe.each([
  ['career', careers, 'career_unknown'],
  ['education', educations, 'education_unknown'],
  ['educationStatus', educationStatuses, 'education_status_unknown'],
] as const)('a choice of the list %s', (list, table, code) => {
  const choose = (chosen: number | null, own: number | null = null) =>
    codeOf(requireChoice(portal.db, list, { chosen, own }));

  test('is refused if it is unknown', async () => {
    expect([await choose(999_999), await choose(1), await choose(null)]).toEqual([code, null, null]);
  });

  test('is refused if it is retired, unless it is the person’s already', async () => {
    await portal.db.update(table).set({ retiredAt: NOW }).where(eq(table.id, 2));
    expect([await choose(2), await choose(2, 1), await choose(2, 2), await choose(1, 2)]).toEqual([
      ...[code, code],
      ...[null, null],
    ]);
    await portal.db.update(table).set({ retiredAt: null }).where(eq(table.id, 2));
  });
});
