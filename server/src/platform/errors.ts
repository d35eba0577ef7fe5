import { type RefusalBody, type RefusalCode, refusals } from '@portal/contract/errors';
import type { RefusalMeaning } from '@portal/contract/refusals/meaning';

interface Details {
  values?: Record<string, string | number>;
  /** In seconds, for the `Retry-After` header. */
  retryAfter?: number;
  /** Reports the text under this field instead of the code's default field. */
  field?: string;
  errors?: Record<string, string[]>;
  /** The codes of several refusals, by field. */
  codes?: Record<string, RefusalCode[]>;
  /** The changes since the caller's version. */
  newer?: unknown;
  line?: RefusalBody['line'];
}

/** A refusal that any code may throw; `http.ts` turns it into an HTTP answer. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly details: Details;

  constructor(code: RefusalCode, details: Details = {}) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
  }
}

export const invalid = (errors: Record<string, string[]>) => new Refusal('invalid', { errors });

export const refusalText = ({ code, details }: Refusal): string =>
  refusals[code].text.replace(/\{(\w+)\}/g, (all, key: string) => String(details.values?.[key] ?? all));

const errorsOf = (refusal: Refusal): RefusalBody['errors'] => {
  const { code, details } = refusal;
  const { field }: RefusalMeaning = refusals[code];
  const key = details.field ?? field;
  return (
    details.errors ?? (key && details.newer === undefined ? { [key]: [refusalText(refusal)] } : undefined)
  );
};

export const refusalAnswer = (refusal: Refusal): { status: RefusalMeaning['status']; body: RefusalBody } => {
  const { code, details } = refusal;
  const { status }: RefusalMeaning = refusals[code];
  const errors = errorsOf(refusal);
  const body: RefusalBody = {
    code,
    message: refusalText(refusal),
    ...(errors && { errors }),
    ...(details.codes && { codes: details.codes }),
    ...(details.newer !== undefined && { newer: details.newer }),
    ...(details.line && { line: details.line }),
  };
  return { status, body };
};

/** Throws a single refusal as it is, and several as one refusal with the texts and codes by field. */
export const refuseAll = (found: readonly Refusal[]): void => {
  const [first] = found;
  if (!first) return;
  if (found.length === 1) throw first;
  const errors: Record<string, string[]> = {};
  const codes: Record<string, RefusalCode[]> = {};
  for (const refusal of found) {
    for (const [field, texts] of Object.entries(errorsOf(refusal) ?? {})) {
      errors[field] = [...(errors[field] ?? []), ...texts];
      codes[field] = [
        ...(codes[field] ?? []),
        ...(refusal.details.codes?.[field] ?? texts.map(() => refusal.code)),
      ];
    }
  }
  throw new Refusal('invalid', { errors, codes });
};

const hasFieldErrors = (reason: unknown): boolean =>
  reason instanceof Refusal && errorsOf(reason) !== undefined;

/** Like `Promise.all`, but throws the field errors of all works as one refusal: the person sees them at once. */
export const collectFieldErrors = async <const W extends readonly unknown[]>(
  works: W,
): Promise<{ -readonly [I in keyof W]: Awaited<W[I]> }> => {
  const results = await Promise.allSettled(works);
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  const otherError = reasons.find((reason) => !hasFieldErrors(reason));
  if (otherError !== undefined) throw otherError;
  refuseAll(reasons);
  return Promise.all(works);
};
