import * as z from 'zod/mini';

const MAX_ENTRIES = 500;

/** `former`: the order that the sender has seen. If it is another one by now, the call is refused. */
export const orderOf = (label: string) => {
  const error = `${label}不正確`;
  const ids = z.array(z.int({ error }), { error }).check(z.maxLength(MAX_ENTRIES, { error }));
  return z.object({ ids, former: ids });
};
