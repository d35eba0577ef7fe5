import { zodResolver } from '@hookform/resolvers/zod';
import { money } from '@portal/contract/money';
import { CallOffFields, callOffReasonNames, type OfficeClass } from '@portal/contract/office/classes';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { Loaded } from '../../platform/loaded.tsx';
import { classActsText } from '../../text/zh-TW/class-acts.ts';
import { callOffClass } from '../api/call-off-class.ts';
import { effectQuery } from '../api/get-call-off-effect.ts';
import { useClassChanged } from '../use-class-changed.ts';

const text = classActsText.callOff;

type Values = z.input<typeof CallOffFields>;
type Checked = z.output<typeof CallOffFields>;

interface DialogProps {
  trainingClass: OfficeClass;
  onClose: () => void;
}

export const CallOffDialog = ({ trainingClass, onClose }: DialogProps) => {
  const save = useCallOffForm(trainingClass, onClose);
  const { register, formState } = save.form;
  const { errors } = formState;
  return (
    <FormDialog
      button={{ label: text.submit }}
      onClose={onClose}
      save={save}
      title={text.title(trainingClass.code)}
    >
      <CallOffEffect id={trainingClass.id} />
      <SelectField
        {...register('reason')}
        error={errors.reason?.message}
        label={text.reason}
        options={Object.entries(callOffReasonNames).map(([value, label]) => ({ value, label }))}
        required
      />
      <TextArea
        {...register('text')}
        error={errors.text?.message}
        hint={text.textHint}
        label={text.text}
        maxLength={500}
        required
        rows={3}
      />
    </FormDialog>
  );
};

const CallOffEffect = ({ id }: { id: number }) => {
  const query = useQuery(effectQuery(id));
  return (
    <Loaded query={query} rows={1}>
      {(data) => (
        <Notice live tone="warn">
          <p>{text.effect(data.people)}</p>
          {data.refunds > 0 && <p>{text.refunds(data.refunds, money(data.amount))}</p>}
          {data.reported > 0 && <p>{text.reported(data.reported)}</p>}
          <p>{text.lasting}</p>
        </Notice>
      )}
    </Loaded>
  );
};

const useCallOffForm = ({ id, version }: OfficeClass, onDone: () => void) => {
  const changed = useClassChanged();
  return useSave<Values, Checked, OfficeClass>({
    defaultValues: { text: '' },
    resolver: zodResolver(CallOffFields),
    fields: ['reason', 'text'],
    version,
    send: (form, seen) => callOffClass(id, { ...form, version: seen.version }),
    done: text.done,
    onDone: (after) => {
      changed(after);
      onDone();
    },
  });
};
