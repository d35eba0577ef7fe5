import type { RegistrationDetail as Detail } from '@portal/contract/office/enrolment';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useContext } from 'react';
import { registrationHistoryQuery } from '../../audit/api/get-registration-history.ts';
import { History } from '../../audit/history.tsx';
import { DocumentsSection } from '../../documents/documents-section.tsx';
import { documentsText } from '../../text/zh-TW/documents.ts';
import { reviewsText as text } from '../../text/zh-TW/reviews.ts';
import { ClassSection } from './class-section.tsx';
import { Concerns } from './concerns.tsx';
import { LedgerSection } from './ledger-section.tsx';
import { NotesSection } from './notes-section.tsx';
import { OtherRegistrations } from './other-registrations.tsx';
import { PersonHead } from './person-head.tsx';
import { PersonSection } from './person-section.tsx';
import { PrerequisitesSection } from './prerequisites-section.tsx';
import { Section, SectionLevel } from './section.tsx';

interface RegistrationDetailProps {
  detail: Detail;
  /** If it is not the heading of the page. */
  heading?: ReactNode;
  acts?: ReactNode;
}

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
    <DocumentsSection
      frame={(content) => <Section title={documentsText.section}>{content}</Section>}
      registrationId={detail.id}
    />
    <ClassSection detail={detail} />
    <LedgerSection detail={detail} />
    <OtherRegistrations
      none={text.overlapping.none}
      registrations={detail.overlapping}
      title={text.overlapping.section}
    />
    <OtherRegistrations none={text.others.none} registrations={detail.others} title={text.others.section} />
    <NotesSection detail={detail} />
    <RegistrationHistory id={detail.id} />
  </>
);

const RegistrationHistory = ({ id }: { id: number }) => (
  <History
    heading={useContext(SectionLevel)}
    query={useQuery(registrationHistoryQuery(id))}
    thing={{ subject: 'registration', id }}
  />
);
