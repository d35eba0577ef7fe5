import { type ReportSubject, reportSubjects, reports } from '@portal/contract/office/report-tables';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../platform/loaded.tsx';
import { Page } from '../../platform/page.tsx';
import { PageTabs } from '../../platform/page-tabs.tsx';
import { paths } from '../../platform/paths.ts';
import { useScope } from '../../platform/scope.ts';
import { sessionQuery } from '../../platform/session.ts';
import { reportsText as text } from '../../text/zh-TW/reports.ts';
import { reportQuery } from '../api/get-report.ts';
import { ExportReport } from './export-report.tsx';
import { ReportFields } from './report-fields.tsx';
import { hasRows, ReportTable } from './report-table.tsx';
import { useAskedReport } from './use-asked-report.ts';

/** Returns the reports whose rows the caller may read. */
const useReadableReports = (): ReportSubject[] => {
  const can = useQuery(sessionQuery).data?.can ?? [];
  return reportSubjects.filter((subject) => can.includes(reports[subject].right));
};

export const ReportPage = () => {
  const readable = useReadableReports();
  const { asked, ask } = useAskedReport(readable);
  const { inScope, organization } = useScope();
  const scope = organization === undefined ? {} : { organization: `${organization}` };
  return (
    <Page lead={hasRows(asked.subject) ? text.linkedLead : text.lead} title={text.title}>
      <PageTabs
        isCurrent={(to) => to === paths.reports.to({}, { subject: asked.subject })}
        label={text.subjects}
        tabs={readable.map((subject) => ({
          name: reports[subject].name,
          to: paths.reports.to({}, { subject }),
        }))}
      />
      <ReportFields ask={ask} asked={asked} key={JSON.stringify(asked)} />
      <Loaded query={useQuery(reportQuery({ ...asked, ...scope }))} rows={8}>
        {(table) => <ReportTable asked={asked} table={table} />}
      </Loaded>
      <ExportReport asked={asked} inScope={inScope} key={asked.subject} />
    </Page>
  );
};
