import type { StatementShape } from '@portal/contract/office/statements';

export const statementForm = (file: File, shape: StatementShape | null, acceptProblems = false): FormData => {
  const form = new FormData();
  if (acceptProblems) form.append('acceptProblems', 'yes');
  if (shape) form.append('shape', JSON.stringify(shape));
  form.append('file', file);
  return form;
};
