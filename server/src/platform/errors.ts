import { type RefusalBody, type RefusalCode, refusals } from '@portal/contract/errors';
import type { RefusalMeaning } from '@portal/contract/refusals/meaning';

interface Details {
  values?: Record<string, string | number>;
  /** Seconds, for the `Retry-After` header. */
  retryAfter?: number;
  /** Reports the text under this field instead of the code's default field. */
  field?: string;
  errors?: Record<string, string[]>;
  newer?: unknown;
}

/** `http.ts` turns it into HTTP. */
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

export const refusalAnswer = (refusal: Refusal): { status: RefusalMeaning['status']; body: RefusalBody } => {
  const meaning: RefusalMeaning = refusals[refusal.code];
  const text = refusalText(refusal);
  if (refusal.details.errors) {
    return { status: meaning.status, body: { message: text, errors: refusal.details.errors } };
  }
  const { newer } = refusal.details;
  if (newer !== undefined) return { status: meaning.status, body: { message: text, newer } };
  const field = refusal.details.field ?? meaning.field;
  return field
    ? { status: meaning.status, body: { message: text, errors: { [field]: [text] } } }
    : { status: meaning.status, body: { message: text } };
};

/** A single refusal as it is, several as one answer with texts by field. */
export const refuseAll = (refused: readonly Refusal[]): void => {
  const [first] = refused;
  if (!first) return;
  if (refused.length === 1) throw first;
  const errors: Record<string, string[]> = {};
  for (const refusal of refused) {
    for (const [field, texts] of Object.entries(refusalAnswer(refusal).body.errors ?? {})) {
      errors[field] = [...(errors[field] ?? []), ...texts];
    }
  }
  throw invalid(errors);
};

/** Names the field. */
const saysWhere = (reason: unknown): reason is Refusal =>
  reason instanceof Refusal && refusalAnswer(reason).body.errors !== undefined;

/** Combines field errors, so that the person sees all of them at once. */
export const together = async <const W extends readonly unknown[]>(
  works: W,
): Promise<{ -readonly [I in keyof W]: Awaited<W[I]> }> => {
  const results = await Promise.allSettled(works);
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  const grave = reasons.find((reason) => !saysWhere(reason));
  if (grave !== undefined) throw grave;
  refuseAll(reasons.filter(saysWhere));
  return Promise.all(works);
};
