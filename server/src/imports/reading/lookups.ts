/* Pure. Names of the portal by their ids, as files of other systems write them. */

export interface Named {
  readonly id: number;
  readonly name: string;
}

interface Area extends Named {
  readonly cityId: number;
  /** The first three digits of its postal codes. */
  readonly codes: readonly string[];
}

export interface PeopleLookups {
  readonly organizations: readonly Named[];
  readonly cities: readonly Named[];
  readonly areas: readonly Area[];
  readonly careers: readonly Named[];
  readonly educations: readonly Named[];
  readonly educationStatuses: readonly Named[];
}

/** 台 and 臺, widths and spaces make no other name. */
const plain = (name: string): string => name.normalize('NFKC').replace(/\s/g, '').replaceAll('台', '臺');

export type FindId = (name: string) => number | null;

/** Finds an id by name, or by the id itself where the file has a number. */
export const idFinder = (all: readonly Named[]): FindId => {
  const ids = new Map([
    ...all.map(({ id }) => [`${id}`, id] as const),
    ...all.map(({ id, name }) => [plain(name), id] as const),
  ]);
  return (name) => ids.get(plain(name)) ?? null;
};

/** Districts of several cities have the same name. */
export const areaFinder = (areas: readonly Area[]): ((cityId: number, name: string) => number | null) => {
  const ids = new Map(areas.map(({ id, cityId, name }) => [`${cityId} ${plain(name)}`, id]));
  return (cityId, name) => ids.get(`${cityId} ${plain(name)}`) ?? null;
};
