import { isoTaipei, today } from '@portal/contract/dates';
import type { PrivacyRequest, PrivacyRequestRow } from '@portal/contract/office/privacy';
import { maskIdentity } from '../../accounts/people/mask.ts';
import { requestPermissions } from '../policy.ts';
import type { FoundRequest } from '../requests/find-request.ts';
import type { RequestsListRow } from '../requests/requests-list.ts';
import { daysBetween, dueOn } from '../rules.ts';

type Described = Pick<FoundRequest, 'id' | 'kind' | 'state' | 'requestedAt' | 'extendedAt' | 'closedAt'> &
  Pick<FoundRequest, 'accountId' | 'name' | 'identity' | 'organization'>;

const describe = (request: Described, now: Date): PrivacyRequestRow => {
  const { id, kind, state, name, organization, closedAt } = request;
  const lastDay = dueOn(request);
  return {
    ...{ id, kind, state, name, organization },
    requestedAt: isoTaipei(request.requestedAt),
    dueOn: lastDay,
    daysLeft: closedAt ? null : daysBetween(today(now), lastDay),
    isExtended: request.extendedAt !== null,
    personId: request.accountId,
    identity: maskIdentity(request.identity),
    closedAt: closedAt && isoTaipei(closedAt),
  };
};

const time = (text: string | null): Date | null => (text === null ? null : new Date(text));

export const presentRequestRow = (row: RequestsListRow, now: Date): PrivacyRequestRow =>
  describe(
    {
      ...row,
      id: Number(row.id),
      accountId: Number(row.accountId),
      requestedAt: new Date(row.requestedAt),
      extendedAt: time(row.extendedAt),
      closedAt: time(row.closedAt),
    },
    now,
  );

interface ShownRequest extends FoundRequest {
  readonly version: number;
}

export const presentRequest = (request: ShownRequest, now: Date): PrivacyRequest => {
  const { extendedAt, extensionReason } = request;
  return {
    ...describe(request, now),
    version: request.version,
    mailbox: request.hasConfirmedMailbox ? request.email : null,
    note: request.note,
    isRecorded: request.recordedBy !== null,
    extension: extendedAt && { at: isoTaipei(extendedAt), reason: extensionReason ?? '' },
    reason: request.reason,
    can: requestPermissions(request),
  };
};
