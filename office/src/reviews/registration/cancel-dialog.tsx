import { zodResolver } from '@hookform/resolvers/zod';
import { cancelByStaff, REASON_MAX, type RegistrationDetail } from '@portal/contract/office/reviews';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useForm } from 'react-hook-form';
import { call } from '../../platform/call.ts';
import { registrationText } from '../../text/zh-TW/registration.ts';
import { reviewsText } from '../../text/zh-TW/reviews.ts';
import { submitByKey } from '../submit-key.ts';

const text = registrationText.cancel;

interface CancelDialogProps {
  detail: RegistrationDetail;
  onCancelled: (detail: RegistrationDetail) => void;
  onClose: () => void;
}

/** 取消報名 by staff, with the reason that the trainee is told. */
export const CancelDialog = ({ detail, onCancelled, onClose }: CancelDialogProps) => {
  const { form, save } = useCancelForm(detail.id, (cancelled) => {
    onClose();
    onCancelled(cancelled);
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <Dialog busy={isSubmitting} isForm onClose={onClose} open title={text.title(detail.person.name)}>
      <form
        className="space-y-4"
        method="post"
        noValidate
        onKeyDown={submitByKey}
        onSubmit={form.handleSubmit(save)}
      >
        <p>{text.lead}</p>
        {detail.state === 'confirmed' && detail.class.fee > 0 && (
          <Notice tone="warn">{text.refund(reviewsText.registration.amount(detail.class.fee))}</Notice>
        )}
        <FormProblems fields={['reason']} form={form} />
        <TextArea
          {...form.register('reason')}
          data-autofocus
          error={errors.reason?.message}
          label={text.reason}
          maxLength={REASON_MAX}
          required
          rows={3}
        />
        <FormEnd fault={errors.root?.failed} isSending={isSubmitting} onCancel={onClose} />
      </form>
    </Dialog>
  );
};

const useCancelForm = (id: number, onCancelled: (detail: RegistrationDetail) => void) => {
  const send = useSending({
    mutationFn: (body: { reason: string }) => call(cancelByStaff, { params: { id }, body }),
    onSuccess: onCancelled,
  });
  const form = useForm<{ reason: string }>({
    defaultValues: { reason: '' },
    resolver: zodResolver(cancelByStaff.body),
    shouldFocusError: false,
  });
  const save = (values: { reason: string }) =>
    send.mutateAsync(values).catch((error) => showRefusal(error, ['reason'], form.setError));
  return { form, save };
};
