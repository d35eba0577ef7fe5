import { addDays } from '@portal/contract/dates';
import { Button } from '@portal/kit/ui/button.tsx';
import { DateField } from '@portal/kit/ui/date-field.tsx';
import { FieldError, TextField } from '@portal/kit/ui/field.tsx';
import {
  type Control,
  Controller,
  type FieldErrors,
  type FieldValues,
  useFieldArray,
  useFormContext,
} from 'react-hook-form';
import { classFormText } from '../../text/zh-TW/class-form.ts';
import { NEW_SESSION, type SessionValues } from './class-values.ts';

const text = classFormText.sessions;

interface WithSessions extends FieldValues {
  sessions: SessionValues[];
}

/** A new one is like the one before, a day later. */
export const SessionsFields = ({ places = true }: { places?: boolean }) => {
  const { control, getValues, formState } = useFormContext<WithSessions>();
  const { fields, append, remove } = useFieldArray({ control, name: 'sessions' });
  const errors = formState.errors.sessions;
  const add = () => {
    const last = getValues('sessions').at(-1) ?? NEW_SESSION;
    append({ ...last, key: 0, date: last.date && addDays(last.date, 1) });
  };
  return (
    <fieldset className="min-w-0 space-y-3" data-field="sessions">
      <legend className="font-semibold">{text.legend}</legend>
      {fields.map(({ id }, index) => (
        <SessionRow
          control={control}
          errors={Array.isArray(errors) ? errors[index] : undefined}
          index={index}
          key={id}
          onRemove={fields.length > 1 ? () => remove(index) : null}
          places={places}
        />
      ))}
      <Button onClick={add}>{text.add}</Button>
      <FieldError>{errors?.root?.message ?? errors?.message}</FieldError>
    </fieldset>
  );
};

interface SessionRowProps {
  control: Control<WithSessions>;
  index: number;
  errors: FieldErrors<SessionValues> | undefined;
  /** Null for the only session: one is required. */
  onRemove: (() => void) | null;
  places: boolean;
}

const SessionRow = ({ control, index, errors, onRemove, places }: SessionRowProps) => {
  const { register } = useFormContext<WithSessions>();
  return (
    <fieldset className="flex min-w-0 flex-wrap items-start gap-3 rounded-md border border-line p-3">
      <legend className="sr-only">{text.numbered(index + 1)}</legend>
      <Controller
        control={control}
        name={`sessions.${index}.date`}
        render={({ field }) => (
          <DateField
            {...field}
            className="w-full sm:w-56"
            error={errors?.date?.message}
            label={text.date}
            required
          />
        )}
      />
      <TextField
        {...register(`sessions.${index}.from`)}
        className="w-40"
        error={errors?.from?.message}
        label={text.from}
        required
        type="time"
      />
      <TextField
        {...register(`sessions.${index}.to`)}
        className="w-40"
        error={errors?.to?.message}
        label={text.to}
        required
        type="time"
      />
      {places && <PlaceFields errors={errors} index={index} />}
      {onRemove && (
        <Button
          aria-label={text.removeLabel(index + 1)}
          className="sm:mt-8"
          onClick={onRemove}
          variant="quiet"
        >
          {text.remove}
        </Button>
      )}
    </fieldset>
  );
};

const PlaceFields = ({ index, errors }: Pick<SessionRowProps, 'index' | 'errors'>) => {
  const { register } = useFormContext<WithSessions>();
  return (
    <>
      <TextField
        {...register(`sessions.${index}.place`)}
        className="w-full sm:w-56"
        error={errors?.place?.message}
        label={text.place}
        placeholder={text.samePlace}
      />
      <TextField
        {...register(`sessions.${index}.instructor`)}
        className="w-full sm:w-40"
        error={errors?.instructor?.message}
        label={text.instructor}
      />
    </>
  );
};
