import { zodResolver } from '@hookform/resolvers/zod';
import { addPhrase } from '@portal/contract/office/reviews';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useIdempotencyKey } from '@portal/kit/browser/use-idempotency-key.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useForm } from 'react-hook-form';
import { call } from '../../platform/call.ts';
import { phrasesText } from '../../text/zh-TW/phrases.ts';
import { useSetPhrases } from '../api/review-phrases.ts';

const text = phrasesText.add;

interface PhraseValues {
  text: string;
}

const useAddForm = () => {
  const setPhrases = useSetPhrases();
  const { keyFor, forget } = useIdempotencyKey();
  const form = useForm<PhraseValues>({
    defaultValues: { text: '' },
    resolver: zodResolver(addPhrase.body),
  });
  const send = useSending({
    mutationFn: (body: PhraseValues) => call(addPhrase, { body, idempotencyKey: keyFor(body.text) }),
    onSuccess: (phrases) => {
      forget();
      setPhrases(phrases);
      form.reset();
      notify(text.done, 'success');
    },
  });
  const save = (values: PhraseValues) =>
    send.mutateAsync(values).catch((error) => showRefusal(error, ['text'], form.setError));
  return { form, save };
};

export const AddPhrase = () => {
  const { form, save } = useAddForm();
  const { errors, isSubmitting } = form.formState;
  return (
    <form className="mt-8 space-y-3" method="post" noValidate onSubmit={form.handleSubmit(save)}>
      <TextField
        {...form.register('text')}
        autoComplete="off"
        error={errors.text?.message}
        label={text.label}
      />
      {errors.root?.failed && (
        <Notice live tone="danger">
          {errors.root.failed.message}
        </Notice>
      )}
      <Button busy={isSubmitting} busyLabel={text.sending} type="submit" variant="primary">
        {text.submit}
      </Button>
    </form>
  );
};
