import { type RefusalBody, type RefusalCode, refusals } from '@portal/contract/errors';
import type { RefusalMeaning } from '@portal/contract/refusals/meaning';

interface Details {
  /** Values for placeholders such as `{n}` in the text. */
  values?: Record<string, string | number>;
  /** Seconds, for the `Retry-After` header. */
  retryAfter?: number;
  /** Reports the text under this field instead of the code's default field. */
  field?: string;
  /** Texts by field, instead of one text. */
  errors?: Record<string, string[]>;
  /** The changes since the version that a save was based on. */
  newer?: unknown;
}

/** The error for expected refusals, with a code from the contract's closed list. `http.ts` turns it into HTTP. */
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

/** 422 with texts for several fields. */
export const invalid = (errors: Record<string, string[]>) => new Refusal('invalid', { errors });

/** The refusal's text from the contract, with values filled in. */
export const refusalText = ({ code, details }: Refusal): string =>
  refusals[code].text.replace(/\{(\w+)\}/g, (all, key: string) => String(details.values?.[key] ?? all));

/** The status and body of a refusal, as the contract defines them. */
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

/** Throws the refusals, if any: a single one as it is, several as one answer with texts by field. */
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

/** Awaits all `works` and combines their field errors into one answer, so that the person sees all of them at once. */
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
