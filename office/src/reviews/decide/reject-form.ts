import { rejectRegistration } from '@portal/contract/office/reviews';
import { reviewRefusals } from '@portal/contract/refusals/reviews';
import * as z from 'zod/mini';

const { body } = rejectRegistration;
type Body = z.input<typeof body>;

const RejectFields = z.pipe(
  z.object({ phraseIds: z.array(z.string()), reason: z.string() }),
  z.transform(({ phraseIds, reason }): Body => ({ phraseIds: phraseIds.map(Number), reason })),
);

export const RejectForm = z.pipe(RejectFields, body).check(
  z.refine((form) => form.phraseIds.length > 0 || form.reason !== null, {
    path: ['reason'],
    error: reviewRefusals.reason_required.text,
  }),
);
export type RejectValues = z.input<typeof RejectForm>;
export type RejectForm = z.output<typeof RejectForm>;
