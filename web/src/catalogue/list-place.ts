import { paths } from '../platform/paths.ts';

/** Filter of a list: an organisation's name, a course's code. */
export interface ClassFilter {
  readonly organization?: string | undefined;
  readonly trainclass?: string | undefined;
  /** Words of name, code and place. */
  readonly word?: string | undefined;
  /** `2026-12`. */
  readonly month?: string | undefined;
  /** Those alone that take registrations. */
  readonly open?: '1' | undefined;
  /** By the start; otherwise newest published first. */
  readonly sort?: 'start' | undefined;
  /** The managed group for which a class is looked for; narrows nothing. */
  readonly group?: string | undefined;
}

/** Filter and page of the class list, kept in the address. */
export interface ListPlace {
  readonly filter: ClassFilter;
  /** From 1. */
  readonly page: number;
  /** The rows that are open, by their index on the page from 0. */
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

/** Reads an address that anybody may have typed: what makes no sense counts as not said. */
export const readPlace = (search: URLSearchParams): ListPlace => ({
  filter: readFilter(search),
  page: whole(search.get('page')) || 1,
  opened: (search.get('opened') ?? '')
    .split(',')
    .map(whole)
    .filter((index) => index !== null),
});

/** The address of a place; what is as usual is left out. */
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

/** The same page with one row opened or closed. */
export const toggled = (place: ListPlace, index: number): ListPlace => ({
  ...place,
  opened: place.opened.includes(index)
    ? place.opened.filter((other) => other !== index)
    : [...place.opened, index].sort((a, b) => a - b),
});

/** The filter as a call has it: without what is left open. */
export const given = ({ organization, trainclass, word, month, open, sort }: ClassFilter) => ({
  ...(organization && { organization }),
  ...(trainclass && { trainclass }),
  ...(word && { word }),
  ...(month && { month }),
  ...(open && { open }),
  ...(sort && { sort }),
});

/** Narrowed, in whatever order. */
export const isFiltered = ({ sort: _, ...filter }: ClassFilter): boolean =>
  Object.keys(given(filter)).length > 0;
