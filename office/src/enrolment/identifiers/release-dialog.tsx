import { zodResolver } from '@hookform/resolvers/zod';
import {
  type Holder,
  RELEASE_REASON_MAX,
  type Released,
  ReleaseForm,
} from '@portal/contract/office/enrolment';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { identifiersText as text } from '../../text/zh-TW/identifiers.ts';
import { releaseNumber } from '../api/release-number.ts';

interface ReleaseDialogProps {
  holder: Holder;
  number: string;
  onReleased: (released: Released) => void;
  onClose: () => void;
}

export const ReleaseDialog = ({ holder, number, onReleased, onClose }: ReleaseDialogProps) => {
  const save = useSave<ReleaseForm, ReleaseForm, Released>({
    defaultValues: { reason: '' },
    resolver: zodResolver(ReleaseForm),
    fields: ['reason'],
    send: ({ reason }, { idempotencyKey }) =>
      releaseNumber({ reason, number, holderId: holder.id }, idempotencyKey),
    onDone: (released) => {
      onClose();
      onReleased(released);
    },
  });
  const { register, formState } = save.form;
  return (
    <FormDialog
      button={{ label: text.submit, sending: text.sending }}
      onClose={onClose}
      save={save}
      title={text.open(holder.country)}
      width="wide"
    >
      <ReleaseEffect holder={holder} />
      <TextArea
        {...register('reason')}
        data-autofocus
        error={formState.errors.reason?.message}
        hint={text.reasonHint}
        label={text.reason}
        maxLength={RELEASE_REASON_MAX}
        required
        rows={3}
      />
    </FormDialog>
  );
};

const { really } = text;

const ReleaseEffect = ({ holder: { name, identity, seats } }: { holder: Holder }) => (
  <div>
    <p>{really.name(name, identity)}</p>
    <ul className="mt-1 list-disc ps-6">
      <li>{really.closed}</li>
      {seats.cancelled > 0 && <li>{really.cancelled(seats.cancelled)}</li>}
      {seats.kept > 0 && <li>{really.kept(seats.kept)}</li>}
      <li>{really.freed}</li>
    </ul>
  </div>
);
