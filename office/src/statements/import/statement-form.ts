import type { StatementShape } from '@portal/contract/office/statements';

export const statementForm = (file: File, shape: StatementShape | null, inSpite = false): FormData => {
  const form = new FormData();
  if (inSpite) form.append('inSpite', 'yes');
  if (shape) form.append('shape', JSON.stringify(shape));
  form.append('file', file);
  return form;
};
