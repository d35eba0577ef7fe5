import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useIdempotencyKey } from '@portal/kit/browser/use-idempotency-key.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import type { BaseSyntheticEvent } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { useStepUp } from '../platform/step-up.ts';
import { useUnsaved } from '../platform/unsaved.ts';
import { useVersions } from './use-versions.ts';

interface Sending {
  readonly version: number;
  /** The same for the same content, until it is accepted. */
  readonly idempotencyKey: string;
}

/** Files are the same if name, size and date are. */
const contentOf = (output: unknown): string =>
  JSON.stringify(output, (_, value) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  );

type Form<Values extends FieldValues, Output> = UseFormReturn<Values, unknown, Output>;

interface SaveOptions<Values extends FieldValues, Output, Answer> {
  defaultValues: DefaultValues<Values>;
  resolver?: Resolver<Values, unknown, Output>;
  /** The fields in page order. */
  fields: readonly FieldPath<Values>[] | ((values: Values) => readonly FieldPath<Values>[]);
  /** Fields for other keys of the server. */
  rename?: Readonly<Record<string, FieldPath<Values>>>;
  send: (output: Output, sending: Sending) => Promise<Answer>;
  /** The version that was read last. */
  version?: number;
  /** The notice after success. */
  done?: string | ((answer: Answer) => string);
  onDone: (answer: Answer) => void;
  /** Return true if the refusal is handled; otherwise the form shows it. */
  onRefused?: (error: Error, form: Form<Values, Output>) => boolean;
  /** The form stays and is reset after success. */
  stays?: boolean;
  /** One or two fields: no list of problems, no question before leaving. */
  isShort?: boolean;
}

export interface Save<Values extends FieldValues, Output> {
  readonly form: Form<Values, Output>;
  readonly versions: ReturnType<typeof useVersions>;
  readonly isShort: boolean;
  readonly fields: () => readonly FieldPath<Values>[];
  readonly submit: (event?: BaseSyntheticEvent) => Promise<void>;
}

export const useSave = <Values extends FieldValues, Output, Answer>(
  options: SaveOptions<Values, Output, Answer>,
): Save<Values, Output> => {
  const { defaultValues, resolver, rename, done, stays = false, isShort = false } = options;
  const form = useForm<Values, unknown, Output>({
    defaultValues,
    ...(resolver && { resolver }),
    shouldFocusError: false,
  });
  const versions = useVersions(options.version, () => form.reset(defaultValues));
  const letGo = useUnsaved(form.formState.isDirty && !isShort);
  const { keyFor, forget } = useIdempotencyKey();
  const withStepUp = useStepUp();
  const fieldsOf = (values: Values) =>
    typeof options.fields === 'function' ? options.fields(values) : options.fields;

  const beginAnew = () => (options.version === undefined ? form.reset() : versions.reload());

  const sending = useSending({
    mutationFn: (output: Output) => {
      const sent = { version: versions.version, idempotencyKey: keyFor(contentOf(output)) };
      versions.forget();
      return withStepUp(() => options.send(output, sent));
    },
    onSuccess: (answer) => {
      forget();
      letGo();
      if (stays) void beginAnew();
      if (done !== undefined) notify(typeof done === 'string' ? done : done(answer), 'success');
      options.onDone(answer);
    },
  });

  /** The list of problems does it in a longer form. */
  const focusFirstFault = () => {
    if (!isShort) return;
    const first = fieldsOf(form.getValues()).find((field) => form.getFieldState(field).error);
    if (first) form.setFocus(first);
  };

  const refuse = (error: Error) => {
    if (options.onRefused?.(error, form)) return;
    if (versions.notice(error)) return;
    showRefusal(error, fieldsOf(form.getValues()), form.setError, rename);
    focusFirstFault();
  };
  return {
    form,
    versions,
    isShort,
    fields: () => fieldsOf(form.getValues()),
    submit: form.handleSubmit(
      (output) => sending.mutateAsync(output).then(() => undefined, refuse),
      focusFirstFault,
    ),
  };
};
