import type { Roster } from '@portal/contract/groups';
import { loadStatus } from '@portal/kit/browser/call.ts';
import { money } from '@portal/kit/browser/format.ts';
import { refusedLoad } from '@portal/kit/browser/refused-load.ts';
import { Facts, Rows } from '@portal/kit/ui/description-list.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { DecisiveTime } from '@portal/kit/ui/minguo-day.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { useLeaveForClass } from '../catalogue/leave-for-class.ts';
import { Page } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { groupsText } from '../text/zh-TW/groups.ts';
import { rosterQuery } from './api/get-roster.ts';
import { useIsSubmittingRoster } from './api/submit-roster.ts';
import { RosterForm } from './roster-form.tsx';

const text = groupsText.roster;

export const GroupEnrolmentPage = () => {
  const { code = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const groupInAddress = search.get('group') ?? undefined;
  const query = useQuery({
    ...rosterQuery(code, groupInAddress),
    // The class stays while another group loads.
    placeholderData: (before: Roster | undefined) => (before?.class.code === code ? before : undefined),
  });
  const { data, isPlaceholderData } = query;
  const refusal = data ? null : refusedLoad(query.error);
  useLeaveForClass(data ? null : query.error, code);
  return (
    <Page
      title={text.title}
      crumb={text.crumb}
      lead={text.subtitle}
      under={[{ label: groupsText.classList, to: paths.classList.to() }]}
    >
      {refusal === null && (
        <LoadFault status={loadStatus(query)}>
          {data ? (
            <GroupEnrolment
              groupInAddress={groupInAddress}
              isOfOtherGroup={isPlaceholderData}
              onChoose={(group) => setSearch({ group }, { replace: true })}
              roster={data}
            />
          ) : (
            <SkeletonRows rows={8} />
          )}
        </LoadFault>
      )}
    </Page>
  );
};

interface WhichGroupProps {
  roster: Roster;
  groupInAddress: string | undefined;
  onChoose: (code: string) => void;
}

/** One box around all: the sticky actions stay in sight only within their parent. */
const GroupEnrolment = ({
  roster,
  groupInAddress,
  isOfOtherGroup,
  onChoose,
}: WhichGroupProps & { isOfOtherGroup: boolean }) => (
  <div className="space-y-6">
    <Notice>
      {text.note.before}
      <Link className="underline" to={paths.groups.to()}>
        {text.note.link}
      </Link>
      {text.note.after}
    </Notice>
    <ClassData trainingClass={roster.class} />
    <h2>{text.people}</h2>
    <WhichGroup groupInAddress={groupInAddress} onChoose={onChoose} roster={roster} />
    {isOfOtherGroup ? (
      <SkeletonRows rows={6} />
    ) : (
      <RosterForm groupInAddress={groupInAddress} key={roster.group.code} roster={roster} />
    )}
  </div>
);

const ClassData = ({ trainingClass }: { trainingClass: Roster['class'] }) => (
  <FormSection title={text.classData}>
    <Facts
      rows={[
        { term: text.organization, value: trainingClass.organization, short: true },
        { term: text.code, value: trainingClass.code, short: true },
        { term: text.train, value: trainingClass.name },
        { term: text.startTime, value: <DecisiveTime time={trainingClass.start_time} /> },
        { term: text.place, value: trainingClass.place },
        {
          term: text.fee,
          value: trainingClass.fee === 0 ? text.free : text.feeEach(money(trainingClass.fee)),
        },
      ]}
    />
  </FormSection>
);

/** Lets the manager choose among several groups, unless the class is reserved for one. */
const WhichGroup = ({
  roster: { class: trainingClass, group, groups },
  groupInAddress,
  onChoose,
}: WhichGroupProps) => {
  const isSending = useIsSubmittingRoster();
  return groups.length > 1 && trainingClass.group_name === null ? (
    <SelectField
      className="max-w-md"
      disabled={isSending}
      label={text.chooseGroup}
      name="group"
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      options={groups.map(({ code, name }) => ({ value: code, label: name }))}
      placeholder={null}
      value={groupInAddress ?? group.code}
    />
  ) : (
    <Rows rows={[{ term: text.group, value: group.name }]} />
  );
};
