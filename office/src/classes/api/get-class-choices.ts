import { classChoices } from '@portal/contract/office/classes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const choicesQuery = (organization: number) =>
  queryOptions({
    queryKey: ['class-choices', organization],
    queryFn: ({ signal }) => call(classChoices, { query: { organization: `${organization}` }, signal }),
  });
