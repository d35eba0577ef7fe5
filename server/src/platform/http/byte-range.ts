interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a `Range` header (RFC 9110). Returns null for the whole file, also if the header is malformed or asks for several
 * parts, and `unsatisfiable` if the range begins beyond the end.
 */
export const byteRange = (header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' => {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from === '')
    return to === '0' ? 'unsatisfiable' : { start: Math.max(0, size - Number(to)), end: size - 1 };
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start >= size) return 'unsatisfiable';
  return start > end ? null : { start, end };
};
