import { useEffect } from 'react';
import { type FieldErrors, type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form';
import { ErrorSummary, type FieldProblem } from './error-summary.tsx';
import { focusField } from './focus-field.ts';

const messageAt = (errors: FieldErrors, path: string): string | undefined => {
  const error: { message?: string } | undefined = get(errors, path);
  return error?.message;
};

/** Everything that is wrong, in the order of the page; first what belongs to no field. */
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
  /** In the order of the page. */
  fields: readonly FieldPath<Values>[];
}

/** The summary on top of a form. After each attempt the focus goes to the first wrong field. */
export const FormProblems = <Values extends FieldValues, Output>({
  form,
  fields,
}: FormProblemsProps<Values, Output>) => {
  const { errors, submitCount } = form.formState;
  const problems = problemsOf(errors, fields);
  const first = problems.find(({ field }) => field !== undefined)?.field;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt; while somebody mends a field the focus is theirs
  useEffect(() => {
    if (first) focusField(first);
  }, [submitCount]);

  return <ErrorSummary attempt={submitCount} problems={problems} takeFocus={first === undefined} />;
};
