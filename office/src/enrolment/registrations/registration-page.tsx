import { useQuery } from '@tanstack/react-query';
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

/** One registration in any state. */
export const RegistrationPage = () => {
  const { id } = useParams();
  return (
    <LoadedPage
      gone={reviewsText.gone}
      head={({ person, state }) => ({
        title: text.title(person.name),
        heading: (
          <>
            <PersonName id={person.id} name={person.name} />
            {text.titleAfterName}
          </>
        ),
        badge: <RegistrationStateBadge state={state} />,
      })}
      kind={text.kind}
      query={useQuery(registrationQuery(Number(id)))}
      under={[{ label: text.crumb, to: paths.reviews.to() }]}
      width="wide"
    >
      {(detail) => (
        <RegistrationDetail acts={<RegistrationActs detail={detail} />} detail={detail} key={id} />
      )}
    </LoadedPage>
  );
};
