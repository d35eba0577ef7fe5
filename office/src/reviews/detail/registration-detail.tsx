import type { RegistrationDetail as Detail } from '@portal/contract/office/reviews';
import type { ReactNode } from 'react';
import { reviewsText as text } from '../../text/zh-TW/reviews.ts';
import { ClassSection } from './class-section.tsx';
import { Concerns } from './concerns.tsx';
import { HistorySection } from './history-section.tsx';
import { NotesSection } from './notes-section.tsx';
import { OtherRegistrations } from './other-registrations.tsx';
import { PersonHead } from './person-head.tsx';
import { PersonSection } from './person-section.tsx';
import { PrerequisitesSection } from './prerequisites-section.tsx';

interface RegistrationDetailProps {
  detail: Detail;
  /** The name, as the heading of a page or of a part of it. */
  heading: ReactNode;
  /** What can be done with it. */
  acts?: ReactNode;
}

/** All that a decision about a registration needs. */
export const RegistrationDetail = ({ detail, heading, acts }: RegistrationDetailProps) => (
  <>
    <PersonHead detail={detail} heading={heading} />
    {detail.state === 'pending' && (
      <div className="mt-4 sm:hidden">
        <Concerns concerns={detail.concerns} />
      </div>
    )}
    {acts}
    <PrerequisitesSection prerequisites={detail.prerequisites} />
    <PersonSection detail={detail} />
    <ClassSection detail={detail} />
    <OtherRegistrations
      none={text.sameDay.none}
      registrations={detail.sameDay}
      title={text.sameDay.section}
    />
    <OtherRegistrations
      none={text.earlier.none}
      registrations={detail.earlier}
      title={text.earlier.section}
    />
    <NotesSection detail={detail} />
    <HistorySection history={detail.history} />
  </>
);
