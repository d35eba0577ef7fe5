import { paths } from '../platform/paths.ts';

/** An organisation's name, a course's code. */
export interface ClassFilter {
  readonly organization?: string | undefined;
  readonly trainclass?: string | undefined;
  readonly word?: string | undefined;
  /** `2026-12`. */
  readonly month?: string | undefined;
  /** Only classes that take registrations. */
  readonly open?: '1' | undefined;
  readonly sort?: 'start' | undefined;
  /** A managed group to enrol; does not filter. */
  readonly group?: string | undefined;
}

export interface ListPlace {
  readonly filter: ClassFilter;
  /** From 1. */
  readonly page: number;
  /** Index on the page, from 0. */
  readonly opened: readonly number[];
}

const whole = (text: string | null): number | null =>
  text !== null && /^[0-9]{1,9}$/.test(text) ? Number(text) : null;

const value = (text: string | null): string | undefined => text?.trim() || undefined;

const MONTH = /^2[0-9]{3}-(0[1-9]|1[0-2])$/;

const readFilter = (search: URLSearchParams): ClassFilter => {
  const month = value(search.get('month'));
  return {
    organization: value(search.get('organization')),
    trainclass: value(search.get('trainclass')),
    word: value(search.get('word')?.slice(0, 60) ?? null),
    month: month && MONTH.test(month) ? month : undefined,
    open: search.get('open') === '1' ? '1' : undefined,
    sort: search.get('sort') === 'start' ? 'start' : undefined,
    group: value(search.get('group')),
  };
};

/** Ignores invalid values. */
export const readPlace = (search: URLSearchParams): ListPlace => ({
  filter: readFilter(search),
  page: whole(search.get('page')) || 1,
  opened: (search.get('opened') ?? '')
    .split(',')
    .map(whole)
    .filter((index) => index !== null),
});

/** Leaves out defaults. */
export const addressOf = ({ filter, page, opened }: ListPlace): string =>
  paths.classList.to(
    {},
    {
      ...given(filter),
      ...(filter.group && { group: filter.group }),
      ...(page > 1 && { page }),
      ...(opened.length > 0 && { opened: opened.join(',') }),
    },
  );

export const toggled = (place: ListPlace, index: number): ListPlace => ({
  ...place,
  opened: place.opened.includes(index)
    ? place.opened.filter((other) => other !== index)
    : [...place.opened, index].sort((a, b) => a - b),
});

export const given = ({ organization, trainclass, word, month, open, sort }: ClassFilter) => ({
  ...(organization && { organization }),
  ...(trainclass && { trainclass }),
  ...(word && { word }),
  ...(month && { month }),
  ...(open && { open }),
  ...(sort && { sort }),
});

export const isFiltered = ({ sort: _, ...filter }: ClassFilter): boolean =>
  Object.keys(given(filter)).length > 0;
