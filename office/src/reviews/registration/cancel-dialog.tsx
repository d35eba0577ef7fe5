import { zodResolver } from '@hookform/resolvers/zod';
import { cancelByStaff, REASON_MAX, type RegistrationDetail } from '@portal/contract/office/reviews';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { call } from '../../platform/call.ts';
import { registrationText } from '../../text/zh-TW/registration.ts';
import { reviewsText } from '../../text/zh-TW/reviews.ts';

const text = registrationText.cancel;

interface CancelDialogProps {
  detail: RegistrationDetail;
  onCancelled: (detail: RegistrationDetail) => void;
  onClose: () => void;
}

/** 取消報名 by staff, with the reason that the trainee is told. */
export const CancelDialog = ({ detail, onCancelled, onClose }: CancelDialogProps) => {
  const { id, person, state } = detail;
  const { fee } = detail.class;
  const save = useSave<{ reason: string }, { reason: string }, RegistrationDetail>({
    defaultValues: { reason: '' },
    resolver: zodResolver(cancelByStaff.body),
    fields: ['reason'],
    send: (body) => call(cancelByStaff, { params: { id }, body }),
    onDone: (cancelled) => {
      onClose();
      onCancelled(cancelled);
    },
  });
  const { register, formState } = save.form;
  return (
    <FormDialog onClose={onClose} save={save} title={text.title(person.name)}>
      <p>{text.lead}</p>
      {state === 'confirmed' && fee > 0 && (
        <Notice tone="warn">{text.refund(reviewsText.registration.amount(fee))}</Notice>
      )}
      <TextArea
        {...register('reason')}
        data-autofocus
        error={formState.errors.reason?.message}
        label={text.reason}
        maxLength={REASON_MAX}
        required
        rows={3}
      />
    </FormDialog>
  );
};
