import { zodResolver } from '@hookform/resolvers/zod';
import { ANSWER_MAX, InquiryAnswer, type RenewalInquiry } from '@portal/contract/certificates';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { FieldError } from '@portal/kit/ui/field.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useId } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { fileFault } from '../documents/file-fault.ts';
import { FileInput } from '../documents/file-input.tsx';
import { certificatesText } from '../text/zh-TW/certificates.ts';
import { useAnswerInquiry } from './api/answer-inquiry.ts';

const { inquiry: text } = certificatesText;

const AnswerForm = z.extend(InquiryAnswer, {
  file: z.nullable(z.custom<File>((value) => value instanceof File)),
});
type Values = z.input<typeof AnswerForm>;
type Output = z.output<typeof AnswerForm>;

interface AnswerDialogProps {
  inquiry: RenewalInquiry;
  onClose: () => void;
}

/** A text, a file or both. */
export const AnswerDialog = ({ inquiry, onClose }: AnswerDialogProps) => {
  const form = useForm<Values, unknown, Output>({
    defaultValues: { answer: '', file: null },
    resolver: zodResolver(AnswerForm),
  });
  const { mutateAsync, isPending } = useAnswerInquiry(inquiry.id);
  const { errors } = form.formState;
  const send = async (values: Output) => {
    try {
      await mutateAsync(values);
    } catch (error) {
      showRefusal(error, ['answer', 'file'], form.setError);
      return;
    }
    notify(text.done, 'success');
    onClose();
  };
  return (
    <Dialog busy={isPending} isForm onClose={onClose} open title={text.dialog}>
      <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(send)}>
        <p className="whitespace-pre-line font-semibold">{inquiry.text}</p>
        <TextArea
          {...form.register('answer')}
          error={errors.answer?.message}
          label={text.answer}
          maxLength={ANSWER_MAX}
          rows={3}
        />
        <FileChoice form={form} />
        <FormEnd
          fault={errors.root?.failed ?? errors.root?.refused}
          isSending={isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
};

const FileChoice = ({ form }: { form: UseFormReturn<Values, unknown, Output> }) => {
  const id = useId();
  const file = form.watch('file');
  const choose = (given: File) => {
    const fault = fileFault(given);
    form.setValue('file', fault === null ? given : null, { shouldDirty: true });
    form.clearErrors(['file', 'answer']);
    if (fault !== null) form.setError('file', { message: fault });
  };
  return (
    <div className="space-y-1">
      <p className="font-semibold">{text.file}</p>
      <p className="text-ink-soft text-sm" id={id}>
        {text.fileHint}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FileInput describedBy={id} label={text.chooseLabel} onChoose={choose}>
          {text.choose}
        </FileInput>
        {file && (
          <>
            <span className="min-w-0 break-all">{file.name}</span>
            <Button onClick={() => form.setValue('file', null)} variant="quiet">
              {text.remove}
            </Button>
          </>
        )}
      </div>
      <div role="alert">
        <FieldError>{form.formState.errors.file?.message}</FieldError>
      </div>
    </div>
  );
};
