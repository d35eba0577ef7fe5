import { type SignerRow, signerList } from '@portal/contract/office/certificate-layouts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const signersQuery = queryOptions({
  queryKey: ['certificate-signers'],
  queryFn: ({ signal }) => call(signerList, { signal }),
});

export const useSetSigners = () => {
  const queries = useQueryClient();
  return (signers: SignerRow[]) => queries.setQueryData(signersQuery.queryKey, signers);
};
