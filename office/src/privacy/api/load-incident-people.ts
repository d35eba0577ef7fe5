import { incidentPeople } from '@portal/contract/office/incidents';
import type { Query } from '../../lists/list.ts';
import { call } from '../../platform/call.ts';

export const loadIncidentPeople = (id: number) => (query: Query, signal: AbortSignal) =>
  call(incidentPeople, { params: { id }, query: query as never, signal });
