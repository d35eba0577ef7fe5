import { identityChanges, identityProof } from '@portal/contract/office/people';
import { addressOf } from '@portal/kit/browser/call.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { personKey } from './person-key.ts';

export const identityChangesQuery = (id: number) =>
  queryOptions({
    queryKey: [...personKey(id), 'identity-changes'],
    queryFn: ({ signal }) => call(identityChanges, { params: { id }, signal }),
  });

/** Of the file that proves a change. */
export const identityProofAddress = (changeId: number): string =>
  addressOf(identityProof, { params: { id: changeId } });
