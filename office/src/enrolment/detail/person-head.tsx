import { readable } from '@portal/contract/dates';
import { type RegistrationDetail, registrationPhoto } from '@portal/contract/office/enrolment';
import type { ReactNode } from 'react';
import { PersonPhoto } from '../../people/person-photo.tsx';
import { reviewsText } from '../../text/zh-TW/reviews.ts';
import { Concerns } from './concerns.tsx';

interface PersonHeadProps {
  detail: RegistrationDetail;
  heading?: ReactNode;
}

export const PersonHead = ({ detail, heading }: PersonHeadProps) => {
  const { id, person, class: trainingClass, state, concerns } = detail;
  return (
    <div className="flex gap-4 sm:gap-6">
      <PersonPhoto
        key={id}
        name={person.name}
        src={person.hasPhoto ? registrationPhoto.path.replace(':id', `${id}`) : null}
      />
      <div className="min-w-0 flex-1">
        {heading}
        <p className="mt-1 font-semibold">
          {trainingClass.course}（{trainingClass.code}）
        </p>
        <p className="text-ink-soft text-sm tabular">{readable(trainingClass.startTime)}</p>
        <p className="text-ink-soft text-sm">{detail.group?.name ?? reviewsText.registration.personal}</p>
        {state === 'pending' && (
          <div className="mt-3 max-sm:hidden">
            <Concerns concerns={concerns} />
          </div>
        )}
      </div>
    </div>
  );
};
