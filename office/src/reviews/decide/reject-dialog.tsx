import { zodResolver } from '@hookform/resolvers/zod';
import { REASON_MAX, type RegistrationDetail, rejectRegistration } from '@portal/contract/office/reviews';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { CheckboxGroup } from '@portal/kit/ui/checkbox-group.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { OptionsFault } from '@portal/kit/ui/options-fault.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FormProvider, useController, useForm } from 'react-hook-form';
import { call } from '../../platform/call.ts';
import { reviewsText } from '../../text/zh-TW/reviews.ts';
import { reviewPhrasesQuery } from '../api/review-phrases.ts';
import { submitByKey } from '../submit-key.ts';
import { RejectForm, type RejectValues } from './reject-form.ts';

const text = reviewsText.reject;

interface RejectDialogProps {
  detail: RegistrationDetail;
  onRejected: (detail: RegistrationDetail) => void;
  /** Answers whether it dealt with the failure; otherwise the form shows it. */
  onRefused?: ((error: Error) => boolean) | undefined;
  onClose: () => void;
}

/** 退回, with phrases and free text. */
export const RejectDialog = ({ detail, onRejected, onRefused, onClose }: RejectDialogProps) => {
  const { form, save } = useRejectForm(detail.id, onRejected, onRefused);
  const { errors, isSubmitting } = form.formState;
  return (
    <Dialog
      busy={isSubmitting}
      isForm
      onClose={onClose}
      open
      title={text.title(detail.person.name)}
      width="wide"
    >
      <FormProvider {...form}>
        <form
          className="space-y-4"
          method="post"
          noValidate
          onKeyDown={submitByKey}
          onSubmit={form.handleSubmit(save)}
        >
          <p className="text-ink-soft">{text.lead}</p>
          <FormProblems fields={['phraseIds', 'reason']} form={form} />
          <Phrases />
          <TextArea
            {...form.register('reason')}
            error={errors.reason?.message}
            label={text.reason}
            maxLength={REASON_MAX}
            rows={3}
          />
          <FormEnd fault={errors.root?.failed} isSending={isSubmitting} onCancel={onClose} />
        </form>
      </FormProvider>
    </Dialog>
  );
};

/** The first field has the focus, as soon as it is there. */
const useFirstFieldFocus = (field: string | null) => {
  useEffect(() => {
    if (field === null || document.activeElement?.matches('textarea')) return;
    document.querySelector<HTMLElement>(`dialog [data-field="${field}"] :is(input, textarea)`)?.focus();
  }, [field]);
};

const Phrases = () => {
  const phrases = useQuery(reviewPhrasesQuery);
  useFirstFieldFocus(phrases.isPending ? null : phrases.data?.length ? 'phraseIds' : 'reason');
  const { field, fieldState } = useController<RejectValues, 'phraseIds'>({ name: 'phraseIds' });
  if (phrases.isPending) return <SkeletonRows rowClassName="h-11" rows={3} />;
  if (!phrases.data) return <OptionsFault loads={[phrases]} text={text.phrasesFailed} />;
  if (phrases.data.length === 0) return <p>{text.noPhrases}</p>;
  return (
    <CheckboxGroup
      error={fieldState.error?.message}
      label={text.phrases}
      name="phraseIds"
      onChange={field.onChange}
      options={phrases.data.map(({ id, text: label }) => ({ value: `${id}`, label }))}
      value={field.value}
    />
  );
};

const useRejectForm = (
  id: number,
  onRejected: RejectDialogProps['onRejected'],
  onRefused: RejectDialogProps['onRefused'],
) => {
  const send = useSending({
    mutationFn: (body: RejectForm) => call(rejectRegistration, { params: { id }, body }),
    onSuccess: onRejected,
  });
  const form = useForm<RejectValues, unknown, RejectForm>({
    defaultValues: { phraseIds: [], reason: '' },
    resolver: zodResolver(RejectForm),
    shouldFocusError: false,
  });
  const save = (values: RejectForm) =>
    send.mutateAsync(values).catch((error: Error) => {
      if (!onRefused?.(error)) showRefusal(error, ['phraseIds', 'reason'], form.setError);
    });
  return { form, save };
};
