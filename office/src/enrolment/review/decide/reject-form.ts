import { RejectFields } from '@portal/contract/office/enrolment';
import { reviewRefusals } from '@portal/contract/refusals/reviews';
import * as z from 'zod/mini';

type Fields = z.input<typeof RejectFields>;

const TypedFields = z.pipe(
  z.object({ phraseIds: z.array(z.string()), reason: z.string() }),
  z.transform(({ phraseIds, reason }): Fields => ({ phraseIds: phraseIds.map(Number), reason })),
);

export const RejectForm = z.pipe(TypedFields, RejectFields).check(
  z.refine((form) => form.phraseIds.length > 0 || form.reason !== null, {
    path: ['reason'],
    error: reviewRefusals.reason_required.text,
  }),
);
export type RejectValues = z.input<typeof RejectForm>;
export type RejectForm = z.output<typeof RejectForm>;
