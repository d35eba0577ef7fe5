import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useParams } from 'react-router';
import { PersonName } from '../../people/person-name.tsx';
import { LoadedPage } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { registrationText as text } from '../../text/zh-TW/registration.ts';
import { reviewsText } from '../../text/zh-TW/reviews.ts';
import { registrationQuery } from '../api/get-registration.ts';
import { RegistrationDetail } from '../detail/registration-detail.tsx';
import { RegistrationStateBadge } from '../detail/state-badge.tsx';
import { RegistrationActs } from './registration-acts.tsx';
import { RegistrationSummary } from './registration-summary.tsx';

/** One registration in any state. */
export const RegistrationPage = () => {
  const { id } = useParams();
  return (
    <LoadedPage
      gone={reviewsText.gone}
      head={(detail) => ({
        title: text.title(detail.person.name),
        heading: (
          <>
            <PersonName id={detail.person.id} name={detail.person.name} />
            {text.titleAfterName}
          </>
        ),
        badge: <RegistrationStateBadge state={detail.state} />,
        actions: <RegistrationActs detail={detail} />,
      })}
      kind={text.kind}
      query={useQuery(registrationQuery(Number(id)))}
      under={[{ label: text.crumb, to: paths.reviews.to() }]}
      width="wide"
    >
      {(detail) => (
        <Fragment key={id}>
          <RegistrationSummary detail={detail} />
          <RegistrationDetail detail={detail} />
        </Fragment>
      )}
    </LoadedPage>
  );
};
