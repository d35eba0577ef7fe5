import type { Page } from '@portal/contract/paging';

interface PageRequest {
  /** The path of the call; links stay on the same origin. */
  readonly path: string;
  /** Empty parameters are left out of the links. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly page: number;
  readonly num: number;
}

const GAP = null;
const PAGES_AROUND = 3;
const BOTH_ENDS = 2;

/** Returns the pages at both ends and around the current one, with null for each gap. */
export const pageWindow = (current: number, last: number): (number | null)[] => {
  const named = new Set<number>();
  for (let page = 1; page <= Math.min(BOTH_ENDS, last); page++) named.add(page);
  for (let page = Math.max(1, current - PAGES_AROUND); page <= Math.min(last, current + PAGES_AROUND); page++)
    named.add(page);
  for (let page = Math.max(1, last - BOTH_ENDS + 1); page <= last; page++) named.add(page);
  return [...named].sort((a, b) => a - b).flatMap((page, at, all) => gapBefore(page, all[at - 1]));
};

// Show the number instead of a gap of one page.
const gapBefore = (page: number, previous: number | undefined): (number | null)[] => {
  if (previous === undefined || page === previous + 1) return [page];
  return page === previous + 2 ? [previous + 1, page] : [GAP, page];
};

/** A page past the end is empty and links back to the last one. */
export const pageForm = <T>(
  data: T[],
  total: number,
  { path, parameters, page, num }: PageRequest,
): Page<T> => {
  const last = Math.max(1, Math.ceil(total / num));
  const kept = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''));
  const start = `${path}?${kept.size > 0 ? `${kept}&` : ''}page=`;
  const url = (to: number) => `${start}${to}`;
  const previous = page > 1 ? url(Math.min(page - 1, last)) : null;
  const next = page < last ? url(page + 1) : null;
  const first = (page - 1) * num + 1;
  return {
    data,
    current_page: page,
    last_page: last,
    per_page: num,
    total,
    from: data.length > 0 ? first : null,
    to: data.length > 0 ? first + data.length - 1 : null,
    path,
    first_page_url: url(1),
    last_page_url: url(last),
    prev_page_url: previous,
    next_page_url: next,
    links: [
      { url: previous, label: '上一頁', active: false },
      ...pageWindow(Math.min(page, last), last).map((to) =>
        to === GAP
          ? { url: null, label: '…', active: false }
          : { url: url(to), label: String(to), active: to === page },
      ),
      { url: next, label: '下一頁', active: false },
    ],
  };
};
