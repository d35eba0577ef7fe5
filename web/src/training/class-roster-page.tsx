import type { GroupClassRoster } from '@portal/contract/training';
import { loadStatus } from '@portal/kit/browser/call.ts';
import { refusedLoad, useRedirect } from '@portal/kit/browser/refused-load.ts';
import { useBack } from '@portal/kit/browser/use-back.ts';
import { Button, ButtonLink } from '@portal/kit/ui/button.tsx';
import { Clamped } from '@portal/kit/ui/clamped.tsx';
import { Rows } from '@portal/kit/ui/description-list.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { DecisiveTime } from '@portal/kit/ui/minguo-day.tsx';
import { Panel } from '@portal/kit/ui/panel.tsx';
import { RichText } from '@portal/kit/ui/rich-text.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Page } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { classText } from '../text/zh-TW/class.ts';
import { groupsText } from '../text/zh-TW/groups.ts';
import { trainingText } from '../text/zh-TW/training.ts';
import { classRosterQuery } from './api/get-class-roster.ts';
import { ClassRosterTable } from './class-roster-table.tsx';

const text = trainingText.classRoster;

export const ClassRosterPage = () => {
  const { GroupCode = '', code = '' } = useParams();
  const query = useQuery(classRosterQuery(GroupCode, code));
  const back = useBack(paths.groups.to());
  const refusal = refusedLoad(query.error);
  useRedirect(refusal, paths.home.to());
  return (
    <Page title={text.title} under={[{ label: groupsText.main.title, to: paths.groups.to() }]}>
      {refusal === null && (
        <LoadFault status={loadStatus(query)}>
          {query.data ? <ClassRoster groupCode={GroupCode} roster={query.data} /> : <SkeletonRows rows={8} />}
        </LoadFault>
      )}
      <div className="mt-8 flex justify-center print:hidden">
        <Button onClick={back}>{text.back}</Button>
      </div>
    </Page>
  );
};

interface ClassRosterProps {
  groupCode: string;
  roster: GroupClassRoster;
}

const ClassRoster = ({ groupCode, roster: { classInfo, data } }: ClassRosterProps) => (
  <div className="space-y-6">
    <Summary classInfo={classInfo} />
    {classInfo.html && (
      <FormSection title={text.notes}>
        <Clamped less={classText.introductionLess} more={classText.introductionMore}>
          <RichText html={classInfo.html} />
        </Clamped>
      </FormSection>
    )}
    <section>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 print:hidden">
        <h2>{text.people}</h2>
        <EditLink classInfo={classInfo} groupCode={groupCode} />
      </div>
      <ClassRosterTable members={data} />
    </section>
  </div>
);

const Summary = ({ classInfo }: { classInfo: GroupClassRoster['classInfo'] }) => (
  <Panel>
    <Rows
      rows={[
        { term: text.group, value: classInfo.group_name },
        { term: text.organization, value: classInfo.organization },
        { term: text.code, value: classInfo.code },
        { term: text.train, value: classInfo.name },
        { term: text.startTime, value: <DecisiveTime time={classInfo.start_time} /> },
        { term: text.place, value: classInfo.place },
      ]}
    />
  </Panel>
);

interface EditLinkProps {
  groupCode: string;
  classInfo: GroupClassRoster['classInfo'];
}

const EditLink = ({ groupCode, classInfo: { code, can_edit_roster } }: EditLinkProps) =>
  can_edit_roster && (
    <ButtonLink to={paths.groupEnrolment.to({ code }, { group: groupCode })}>{text.edit}</ButtonLink>
  );
