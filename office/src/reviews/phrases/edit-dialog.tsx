import { zodResolver } from '@hookform/resolvers/zod';
import { addPhrase, editPhrase, type Phrase } from '@portal/contract/office/reviews';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '../../platform/call.ts';
import { phrasesText } from '../../text/zh-TW/phrases.ts';
import { reviewPhrasesQuery, useSetPhrases } from '../api/review-phrases.ts';

const text = phrasesText.edit;

interface EditDialogProps {
  phrase: Phrase;
  onClose: () => void;
}

interface PhraseValues {
  text: string;
}

const useEditForm = ({ phrase: { id, text: written, version }, onClose }: EditDialogProps) => {
  const queries = useQueryClient();
  const setPhrases = useSetPhrases();
  const form = useForm<PhraseValues>({
    defaultValues: { text: written },
    resolver: zodResolver(addPhrase.body),
    shouldFocusError: false,
  });
  const send = useSending({
    mutationFn: (values: PhraseValues) =>
      call(editPhrase, { params: { id }, body: { text: values.text, version } }),
    onSuccess: (phrases) => {
      setPhrases(phrases);
      notify(text.done, 'success');
      onClose();
    },
    // Edited meanwhile: what is there now stands above the field, and may be replaced by sending again.
    onError: () => queries.invalidateQueries({ queryKey: reviewPhrasesQuery.queryKey }),
  });
  const save = (values: PhraseValues) =>
    send.mutateAsync(values).catch((error) => showRefusal(error, ['text'], form.setError));
  return { form, save };
};

export const EditDialog = ({ phrase, onClose }: EditDialogProps) => {
  const { form, save } = useEditForm({ phrase, onClose });
  const { errors, isSubmitting, defaultValues } = form.formState;
  return (
    <Dialog busy={isSubmitting} isForm onClose={onClose} open title={text.title}>
      <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(save)}>
        <FormProblems fields={['text']} form={form} />
        <TextField
          {...form.register('text')}
          autoComplete="off"
          data-autofocus
          error={errors.text?.message}
          hint={phrase.text === defaultValues?.text ? undefined : text.current(phrase.text)}
          label={text.field}
          required
        />
        <FormEnd fault={errors.root?.failed} isSending={isSubmitting} onCancel={onClose} />
      </form>
    </Dialog>
  );
};
