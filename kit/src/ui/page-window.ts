export const lastPageOf = (total: number, perPage: number) => Math.max(1, Math.ceil(total / perPage));

/** Shifted at both ends. A page past the end counts as the last. */
export function pageWindow(page: number, lastPage: number, size: number): number[] {
  const count = Math.min(size, lastPage);
  const middle = Math.min(Math.max(page, 1), lastPage);
  const first = Math.min(Math.max(middle - Math.floor(size / 2), 1), lastPage - count + 1);
  return Array.from({ length: count }, (_, index) => first + index);
}
