import { zodResolver } from '@hookform/resolvers/zod';
import { text as requiredText } from '@portal/contract/fields';
import { RENEWAL_REASON_MAX, type RenewalRow } from '@portal/contract/office/renewals';
import { CheckboxGroup } from '@portal/kit/ui/checkbox-group.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useController, useFormContext } from 'react-hook-form';
import * as z from 'zod/mini';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { renewalsText } from '../../text/zh-TW/renewals.ts';
import { approveRenewal } from '../api/approve-renewal.ts';

const text = renewalsText.exception;

const ExceptionForm = z.object({
  ticked: z.array(z.string()).check(z.minLength(1, { error: text.tickMissing })),
  reason: requiredText({ label: text.reason, max: RENEWAL_REASON_MAX, lines: true }),
});
type ExceptionForm = z.infer<typeof ExceptionForm>;

interface ExceptionDialogProps {
  row: RenewalRow;
  onDone: () => void;
  onClose: () => void;
}

/** Approves a request that does not meet the rule of its kind. */
export const ExceptionDialog = ({ row, onDone, onClose }: ExceptionDialogProps) => {
  const { id, name, certificate, rule, version } = row;
  const save = useSave<ExceptionForm, ExceptionForm, unknown>({
    defaultValues: { ticked: [], reason: '' },
    resolver: zodResolver(ExceptionForm),
    fields: ['ticked', 'reason'],
    rename: { exceptionReason: 'reason' },
    version,
    send: ({ reason }, { version: seen }) => approveRenewal(id, { exceptionReason: reason, version: seen }),
    onDone: () => {
      onClose();
      onDone();
    },
  });
  const { register, formState } = save.form;
  return (
    <FormDialog
      button={{ label: renewalsText.approve.open, sending: text.sending }}
      onClose={onClose}
      save={save}
      title={renewalsText.approve.title}
    >
      <p>{renewalsText.approve.question(name, certificate.kind)}</p>
      <p className="font-semibold">{text.lead(rule?.missing ?? 0)}</p>
      <TickField />
      <TextArea
        {...register('reason')}
        error={formState.errors.reason?.message}
        hint={text.reasonHint}
        label={text.reason}
        maxLength={RENEWAL_REASON_MAX}
        required
        rows={3}
      />
    </FormDialog>
  );
};

const TickField = () => {
  const { control } = useFormContext<ExceptionForm>();
  const { field, fieldState } = useController({ control, name: 'ticked' });
  return (
    <CheckboxGroup
      error={fieldState.error?.message}
      label={text.tickLabel}
      name="ticked"
      onChange={field.onChange}
      options={[{ value: 'yes', label: text.tick }]}
      value={field.value}
    />
  );
};
