import type { RegistrationForm } from '@portal/contract/person-form';
import { districtCode } from '@portal/contract/primitives';
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { careers, educationStatuses, educations, organizations } from '../../catalogue/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import { Refusal, refuseAll } from '../../platform/errors.ts';
import { areas, cities } from '../tables.ts';

export type ChoicesForm = Pick<
  RegistrationForm,
  'organization_id' | 'city' | 'area' | 'address_code' | 'career_id' | 'education' | 'educationstatuse'
>;

type FoundChoices = {
  organizationId: number | null;
  cityId: number | null;
  careerId: number | null;
  educationId: number | null;
  educationStatusId: number | null;
  areaId: number | null;
  areaCityId: number | null;
  code: string | null;
  secondCode: string | null;
};

type Choices = {
  [K in 'organizationId' | 'cityId' | 'areaId' | 'careerId' | 'educationId' | 'educationStatusId']: number;
};

const isNamed = (table: { id: AnyColumn; name: AnyColumn }, given: string): SQL =>
  sql`(${table.id}::text = ${given} or ${table.name} = ${given})`;

const findCity = (given: string) =>
  sql`(select ${cities.id} from ${cities} where ${isNamed(cities, given)} limit 1)`;

const findOrganization = (given: string, own: number | null) =>
  sql`(select ${organizations.id} from ${organizations} where ${isNamed(organizations, given)}
    and (${organizations.closedAt} is null or ${organizations.id} = ${own}) limit 1)`;

const findChoice = (
  table: typeof careers | typeof educations | typeof educationStatuses,
  given: string,
  own: number | null,
) => sql`(select ${table.id} from ${table} where ${isNamed(table, given)}
    and (${table.retiredAt} is null or ${table.id} = ${own}) limit 1)`;

/** The person's former choices, which stay allowed when they are retired or closed. */
type OwnChoices = Pick<FoundChoices, 'organizationId' | 'careerId' | 'educationId' | 'educationStatusId'>;

/** Two cities may have an area of the same name: that of the chosen city comes first. */
const findAll = async (db: Executor, form: ChoicesForm, own: OwnChoices): Promise<FoundChoices> => {
  const { rows } = await db.execute<FoundChoices>(sql`
    with chosen as materialized (
      select
        ${findOrganization(form.organization_id, own.organizationId)} as "organizationId",
        ${findCity(form.city)} as "cityId",
        ${findChoice(careers, form.career_id, own.careerId)} as "careerId",
        ${findChoice(educations, form.education, own.educationId)} as "educationId",
        ${findChoice(educationStatuses, form.educationstatuse, own.educationStatusId)} as "educationStatusId"
    )
    select chosen.*, place.*
    from chosen left join lateral (
      select ${areas.id} as "areaId", ${areas.cityId} as "areaCityId", ${areas.code} as "code", ${areas.secondCode} as "secondCode"
      from ${areas}
      where ${areas.id}::text = ${form.area} or ${areas.name} = ${form.area}
      order by ${areas.cityId} = chosen."cityId" desc nulls last
      limit 1
    ) as place on true`);
  const [found] = rows;
  if (!found) throw new Error('a select of scalars gave no row');
  return found;
};

const areaFault = (found: FoundChoices): Refusal | null => {
  if (found.areaId === null) return new Refusal('area_unknown');
  return found.cityId !== null && found.areaCityId !== found.cityId ? new Refusal('area_elsewhere') : null;
};

/** Refuses a postal code whose district is neither the area's own nor its second one (248 for 新莊區). */
const postalFault = (found: FoundChoices, code: string): Refusal | null =>
  found.areaId === null ||
  found.areaCityId !== found.cityId ||
  [found.code, found.secondCode].includes(districtCode(code))
    ? null
    : new Refusal('postal_code_elsewhere');

const faultsOf = (found: FoundChoices, form: ChoicesForm): Refusal[] =>
  [
    found.organizationId === null ? new Refusal('organization_unknown') : null,
    found.cityId === null ? new Refusal('city_unknown') : null,
    areaFault(found),
    postalFault(found, form.address_code),
    found.careerId === null ? new Refusal('career_unknown') : null,
    found.educationId === null ? new Refusal('education_unknown') : null,
    found.educationStatusId === null ? new Refusal('education_status_unknown') : null,
  ].filter((fault) => fault !== null);

const NOTHING_CHOSEN: OwnChoices = {
  ...{ organizationId: null, careerId: null, educationId: null, educationStatusId: null },
};

/** Throws the refusals of all fields as one. `own`: what the person has chosen before. */
export const findChoices = async (
  db: Executor,
  form: ChoicesForm,
  own: OwnChoices = NOTHING_CHOSEN,
): Promise<Choices> => {
  const found = await findAll(db, form, own);
  refuseAll(faultsOf(found, form));
  const { organizationId, cityId, areaId, careerId, educationId, educationStatusId } = found;
  // refuseAll has thrown if one was null.
  return { organizationId, cityId, areaId, careerId, educationId, educationStatusId } as Choices;
};
