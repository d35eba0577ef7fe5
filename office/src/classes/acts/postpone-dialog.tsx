import { type OfficeClass, PostponeForm } from '@portal/contract/office/classes';
import { TextField } from '@portal/kit/ui/field.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import type { Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { classActsText } from '../../text/zh-TW/class-acts.ts';
import { postponeClass } from '../api/postpone-class.ts';
import { errorsOf } from '../form/class-resolver.ts';
import { NEW_SESSION, type SessionValues, sessionInput, sessionValues } from '../form/class-values.ts';
import { SessionsFields } from '../form/sessions-fields.tsx';
import { useClassChanged } from '../use-class-changed.ts';

const text = classActsText.postpone;

interface PostponeValues {
  sessions: SessionValues[];
  message: string;
  freeDays: string;
}

const bodyOf = ({ sessions, message, freeDays }: PostponeValues, version: number) => ({
  sessions: sessions.map(sessionInput),
  message,
  freeDays: /^[0-9]{1,3}$/.test(freeDays) ? Number(freeDays) : Number.NaN,
  version,
});

const fieldNames = (sessions: number) =>
  [
    ...[...Array(sessions).keys()].flatMap(
      (at) => [`sessions.${at}.date`, `sessions.${at}.from`, `sessions.${at}.to`] as const,
    ),
    'sessions',
    'message',
    'freeDays',
  ] as const;

interface DialogProps {
  trainingClass: OfficeClass;
  onClose: () => void;
}

export const PostponeDialog = ({ trainingClass, onClose }: DialogProps) => {
  const save = usePostponeForm(trainingClass, onClose);
  const { register, formState } = save.form;
  const { errors } = formState;
  return (
    <FormDialog
      button={{ label: text.open }}
      onClose={onClose}
      save={save}
      title={text.title(trainingClass.code)}
      width="wide"
    >
      <p>{text.lead(trainingClass.number)}</p>
      <SessionsFields places={false} />
      <TextArea
        {...register('message')}
        error={errors.message?.message}
        label={text.message}
        maxLength={1000}
        required
        rows={3}
      />
      <TextField
        {...register('freeDays')}
        className="sm:w-64"
        digitsOnly
        error={errors.freeDays?.message}
        hint={text.freeHint}
        label={text.freeDays}
        required
        unit={text.days}
      />
    </FormDialog>
  );
};

const resolver: Resolver<PostponeValues> = (values) => {
  const { error } = z.safeParse(PostponeForm, bodyOf(values, 0));
  return error ? { values: {}, errors: errorsOf<PostponeValues>(error.issues) } : { values, errors: {} };
};

const usePostponeForm = ({ id, sessions, version }: OfficeClass, onDone: () => void) => {
  const changed = useClassChanged();
  return useSave<PostponeValues, PostponeValues, OfficeClass>({
    defaultValues: {
      sessions: sessions.length > 0 ? sessionValues(sessions) : [NEW_SESSION],
      message: '',
      freeDays: '7',
    },
    resolver,
    fields: (values) => fieldNames(values.sessions.length),
    version,
    send: (values, seen) => postponeClass(id, bodyOf(values, seen.version)),
    done: text.done,
    onDone: (after) => {
      changed(after);
      onDone();
    },
  });
};
