import { answerInquiry } from '@portal/contract/certificates';
import { shrinkPicture } from '@portal/kit/browser/shrink-picture.ts';
import { useIdempotencyKey } from '@portal/kit/browser/use-idempotency-key.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { certificatesKey } from './keys.ts';

/** In pixels, as stored by the server. */
const LONGEST_SIDE = 2_400;

interface InquiryAnswer {
  readonly answer: string | null;
  readonly file: File | null;
}

const contentOf = ({ answer, file }: InquiryAnswer): string =>
  JSON.stringify([answer, file && [file.name, file.size, file.lastModified]]);

export const useAnswerInquiry = (id: number) => {
  const { keyFor } = useIdempotencyKey();
  const queryClient = useQueryClient();
  return useSending({
    mutationFn: async (given: InquiryAnswer) => {
      const form = new FormData();
      if (given.answer !== null) form.append('answer', given.answer);
      if (given.file) {
        const file = (await shrinkPicture(given.file, LONGEST_SIDE)) ?? given.file;
        form.append('file', file, given.file.name);
      }
      return call(answerInquiry, { params: { id: `${id}` }, form, idempotencyKey: keyFor(contentOf(given)) });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: certificatesKey }),
  });
};
