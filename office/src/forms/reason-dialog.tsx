import { zodResolver } from '@hookform/resolvers/zod';
import { text } from '@portal/contract/fields';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import type { ComponentProps, ReactNode } from 'react';
import * as z from 'zod/mini';
import { FormDialog } from './form-dialog.tsx';
import { useSave } from './use-save.ts';

interface ReasonDialogProps<Done> {
  title: string;
  label: string;
  /** The text that the field begins with. */
  reason?: string;
  maxLength?: number;
  button: ComponentProps<typeof FormDialog>['button'];
  /** The version of the record, as shown. */
  version?: number;
  run: (reason: string, version: number) => Promise<Done>;
  onDone: (done: Done) => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks for the reason of an act, and does it. */
export const ReasonDialog = <Done,>(props: ReasonDialogProps<Done>) => {
  const { title, label, reason = '', maxLength = 500, button, run, onDone, onClose, children } = props;
  const save = useSave<{ reason: string }, { reason: string }, Done>({
    defaultValues: { reason },
    resolver: zodResolver(z.object({ reason: text({ label, max: maxLength, lines: true }) })),
    fields: ['reason'],
    ...(props.version !== undefined && { version: props.version }),
    send: (values, { version }) => run(values.reason, version),
    onDone: (done) => {
      onClose();
      onDone(done);
    },
  });
  const { register, formState } = save.form;
  return (
    <FormDialog button={button} onClose={onClose} save={save} title={title}>
      {children}
      <TextArea
        {...register('reason')}
        data-autofocus
        error={formState.errors.reason?.message}
        label={label}
        maxLength={maxLength}
        required
        rows={3}
        value={save.form.watch('reason')}
      />
    </FormDialog>
  );
};
