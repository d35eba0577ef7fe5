import { certificateAddress } from '@portal/contract/certificates';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

/** The address in the QR code, which stays the same. */
export const certificateAddressQuery = (code: string) =>
  queryOptions({
    queryKey: ['certificate-address', code],
    queryFn: ({ signal }) => call(certificateAddress, { params: { code }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
