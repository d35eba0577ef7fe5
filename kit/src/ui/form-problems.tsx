import { useEffect, useEffectEvent } from 'react';
import { type FieldErrors, type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form';
import { ErrorSummary, type FieldProblem } from './error-summary.tsx';
import { focusField } from './focus-field.ts';

const messageAt = (errors: FieldErrors, path: string): string | undefined => {
  const error: { message?: string } | undefined = get(errors, path);
  return error?.message;
};

const problemsOf = (errors: FieldErrors, fields: readonly string[]): FieldProblem[] => {
  const general = messageAt(errors, 'root.refused')?.split('\n') ?? [];
  return [
    ...general.map((message) => ({ message })),
    ...fields.flatMap((field) => {
      const message = messageAt(errors, field);
      return message === undefined ? [] : [{ field, message }];
    }),
  ];
};

interface FormProblemsProps<Values extends FieldValues, Output> {
  form: Pick<UseFormReturn<Values, unknown, Output>, 'formState'>;
  fields: readonly FieldPath<Values>[];
}

export const FormProblems = <Values extends FieldValues, Output>({
  form,
  fields,
}: FormProblemsProps<Values, Output>) => {
  const { errors, submitCount } = form.formState;
  const problems = problemsOf(errors, fields);
  const first = problems.find(({ field }) => field !== undefined)?.field;

  const focusFirst = useEffectEvent(() => {
    if (first) focusField(first);
  });
  useEffect(() => {
    if (submitCount > 0) focusFirst();
  }, [submitCount]);

  return <ErrorSummary attempt={submitCount} problems={problems} takeFocus={first === undefined} />;
};
