import type { Input } from '@portal/contract/endpoint';
import { reportTable } from '@portal/contract/office/report-tables';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

type ReportAsked = Input<typeof reportTable.query>;

export const reportQuery = (query: ReportAsked) =>
  queryOptions({
    queryKey: ['report', query],
    queryFn: ({ signal }) => call(reportTable, { query, signal }),
  });
