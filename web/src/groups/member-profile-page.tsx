import { failureKind } from '@portal/kit/browser/call.ts';
import { refusedLoad } from '@portal/kit/browser/refused-load.ts';
import { useBack } from '@portal/kit/browser/use-back.ts';
import { ActionBar } from '@portal/kit/ui/action-bar.tsx';
import { Button, ButtonLink } from '@portal/kit/ui/button.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { Panel } from '@portal/kit/ui/panel.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { PersonDetails } from '../accounts/person-details.tsx';
import { Page } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { groupsText } from '../text/zh-TW/groups.ts';
import { memberQuery } from './api/get-member.ts';
import { type RequestedMember, readRequestedMember } from './requested-member.ts';

const text = groupsText.profile;

export const MemberProfilePage = () => {
  const requested = readRequestedMember(useLocation().state);
  const back = useBack(paths.groups.to());
  return (
    <Page title={text.title} under={[{ label: groupsText.main.title, to: paths.groups.to() }]}>
      <div className="space-y-6">
        {requested ? <LoadedMember requested={requested} /> : <NoMemberChosen />}
        <ActionBar>
          <Button onClick={back} variant="primary">
            {groupsText.confirm}
          </Button>
        </ActionBar>
      </div>
    </Page>
  );
};

/** Opened by address or in a new tab. */
const NoMemberChosen = () => (
  <EmptyState
    action={<ButtonLink to={paths.groups.to()}>{groupsText.main.back}</ButtonLink>}
    title={text.missing}
  />
);

const LoadedMember = ({ requested }: { requested: RequestedMember }) => {
  const { data, error, refetch } = useQuery(memberQuery(requested));
  if (refusedLoad(error) !== null) return <HiddenRefusal />;
  if (data) {
    return (
      <>
        <p className="text-ink-soft">{text.maintained}</p>
        <Panel>
          <PersonDetails person={data} wide />
        </Panel>
      </>
    );
  }
  if (error) return <ErrorState kind={failureKind(error)} onRetry={refetch} />;
  return <SkeletonRows rows={8} />;
};

/** Specification §8: nothing is shown. Screen readers are told so. */
const HiddenRefusal = () => (
  <p className="sr-only" role="status">
    {text.missing}
  </p>
);
