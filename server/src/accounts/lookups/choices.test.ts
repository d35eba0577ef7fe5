import { refusals } from '@portal/contract/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildOrganization } from '../../../test/factories/catalogue.ts';
import { Refusal, refusalAnswer } from '../../platform/errors.ts';
import { type ChoicesForm, findChoices } from './choices.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
  await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
});
afterAll(() => portal.close());

const choices = async (changed: Partial<ChoicesForm>) => {
  const { name } = await buildOrganization(portal.db);
  return findChoices(portal.db, {
    ...{ organization_id: name, city: '新北市', area: '新莊區', address_code: '242' },
    ...{ career_id: '學生', education: '大學', educationstatuse: '肄業' },
    ...changed,
  });
};

const faults = async (changed: Partial<ChoicesForm>) => {
  const error = await choices(changed).catch((thrown: unknown) => thrown);
  return error instanceof Refusal ? refusalAnswer(error).body.errors : null;
};

test('choices are found by name or by id', async () => {
  const found = await choices({});
  const { organizationId, cityId, areaId, careerId, educationId, educationStatusId } = found;
  const byId = {
    ...{ organization_id: String(organizationId), city: String(cityId), area: String(areaId) },
    ...{ career_id: String(careerId), education: String(educationId) },
    educationstatuse: String(educationStatusId),
  };
  expect(await choices(byId)).toEqual(found);
});

test('an area whose name two cities have is that of the chosen city', async () => {
  const of = async (city: string, address_code: string) =>
    (await choices({ city, area: '中正區', address_code })).areaId;
  const [taipei, keelung] = [await of('臺北市', '100'), await of('基隆市', '202')];
  expect(taipei).not.toBe(keelung);
});

const text = (code: keyof typeof refusals) => [refusals[code].text];

test.each<[Partial<ChoicesForm>, Record<string, string[]> | null]>([
  [{}, null],
  [{ address_code: '248' }, null],
  [{ address_code: '242001' }, null],
  [{ address_code: '100001' }, { address_code: text('postal_code_elsewhere') }],
  [{ address_code: '100' }, { address_code: text('postal_code_elsewhere') }],
  [{ organization_id: '無此分會' }, { organization_id: text('organization_unknown') }],
  [{ city: '東京都' }, { city: text('city_unknown') }],
  [{ area: '無此區' }, { area: text('area_unknown') }],
  [
    { city: '東京都', area: '無此區' },
    { city: text('city_unknown'), area: text('area_unknown') },
  ],
  [{ city: '臺北市' }, { area: text('area_elsewhere') }],
  [{ city: '臺北市', address_code: '100' }, { area: text('area_elsewhere') }],
  [{ career_id: '無' }, { career_id: text('career_unknown') }],
  [{ education: '無' }, { education: text('education_unknown') }],
  [{ educationstatuse: '無' }, { educationstatuse: text('education_status_unknown') }],
])('%j: %j', async (changed, expected) => {
  expect(await faults(changed)).toEqual(expected);
});
