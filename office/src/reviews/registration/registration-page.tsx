import type { RegistrationDetail as Detail } from '@portal/contract/office/reviews';
import { failureKind, loadStatus } from '@portal/kit/browser/call.ts';
import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { Breadcrumbs } from '@portal/kit/ui/breadcrumbs.tsx';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { paths } from '../../platform/paths.ts';
import { registrationText } from '../../text/zh-TW/registration.ts';
import { reviewsText } from '../../text/zh-TW/reviews.ts';
import { registrationQuery } from '../api/registration.ts';
import { RegistrationDetail } from '../detail/registration-detail.tsx';
import { RegistrationStateBadge } from '../detail/state-badge.tsx';
import { RegistrationActs } from './registration-acts.tsx';

/** One registration in any state. */
export const RegistrationPage = () => {
  const { id } = useParams();
  const query = useQuery(registrationQuery(Number(id)));
  usePageTitle(query.data && registrationText.title(query.data.person.name));
  if (query.error && failureKind(query.error) === 'missing') return <Gone />;
  return (
    <LoadFault status={loadStatus(query)}>
      {query.data ? <Registration detail={query.data} key={id} /> : <SkeletonRows />}
    </LoadFault>
  );
};

const Gone = () => (
  <ErrorState kind="missing" message={reviewsText.gone}>
    <ButtonLink to={paths.reviews}>{reviewsText.queue.back}</ButtonLink>
  </ErrorState>
);

const Registration = ({ detail }: { detail: Detail }) => {
  const title = registrationText.title(detail.person.name);
  return (
    <div className="max-w-4xl">
      <Breadcrumbs items={[{ label: registrationText.crumb, to: paths.reviews }, { label: title }]} />
      <RegistrationDetail
        acts={<RegistrationActs detail={detail} />}
        detail={detail}
        heading={
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h1>{title}</h1>
            <RegistrationStateBadge state={detail.state} />
          </div>
        }
      />
    </div>
  );
};
