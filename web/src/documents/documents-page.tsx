import type { ClassDocuments } from '@portal/contract/documents';
import { loadStatus } from '@portal/kit/browser/call.ts';
import { refusedLoad, useRedirect } from '@portal/kit/browser/refused-load.ts';
import { ActionBar } from '@portal/kit/ui/action-bar.tsx';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router';
import { registrationInfoQuery } from '../enrolment/api/get-registration-info.ts';
import { Situation } from '../enrolment/situation.tsx';
import { Page } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { documentsText as text } from '../text/zh-TW/documents.ts';
import { useIsSendingDocument } from './api/add-document.ts';
import { classDocumentsQuery } from './api/get-class-documents.ts';
import { hasJustEnrolled, takeChosenFiles } from './chosen-files.ts';
import { RegistrationDocuments } from './registration-documents.tsx';

export const DocumentsPage = () => {
  const { code = '' } = useParams();
  const [search] = useSearchParams();
  const group = search.get('group') ?? undefined;
  const query = useQuery(classDocumentsQuery(code, group));
  useRedirect(query.data ? null : refusedLoad(query.error), paths.records.to());
  return (
    <Page title={text.title} under={[{ label: text.records, to: paths.records.to() }]}>
      <LoadFault status={loadStatus(query)}>
        {query.data ? <Documents found={query.data} group={group} /> : <SkeletonRows rows={6} />}
      </LoadFault>
    </Page>
  );
};

const Documents = ({ found, group }: { found: ClassDocuments; group: string | undefined }) => {
  const { code, train, asked, registrations } = found;
  const [chosen] = useState(() => takeChosenFiles(code));
  const isNew = hasJustEnrolled(useLocation().state);
  const isEmpty = asked.length === 0 && registrations.every(({ documents }) => documents.length === 0);
  if (isEmpty || registrations.length === 0) {
    return (
      <EmptyState
        action={<ButtonLink to={paths.classDetail.to({ code })}>{text.toClass}</ButtonLink>}
        title={text.none}
      >
        {text.noneHint}
      </EmptyState>
    );
  }
  return (
    <div className="space-y-6">
      {isNew ? (
        <EnrolmentSituation code={code} />
      ) : (
        <p className="text-ink-soft">{text.subtitle(train, code)}</p>
      )}
      <p>
        {text.rules}
        {text.privacy}
      </p>
      {registrations.map((registration) => (
        <section className="space-y-3" key={registration.id}>
          {(group !== undefined || registrations.length > 1) && <h2>{registration.name}</h2>}
          <RegistrationDocuments asked={asked} chosen={chosen} registration={registration} />
        </section>
      ))}
      <DocumentActions
        isMissing={registrations.some(({ missing }) => missing.length > 0)}
        next={paths.registrationInfo.to({ code }, group === undefined ? {} : { group })}
      />
    </div>
  );
};

/** The enrolment led here instead of to the registration info. */
const EnrolmentSituation = ({ code }: { code: string }) => {
  const { data } = useQuery(registrationInfoQuery(code, undefined));
  return data ? <Situation info={data} /> : <SkeletonRows rows={3} />;
};

const DocumentActions = ({ isMissing, next }: { isMissing: boolean; next: string }) => {
  const isSending = useIsSendingDocument();
  return (
    <ActionBar>
      {/* Leaving the page ends the upload. */}
      {isSending && (
        <p className="min-w-40 flex-1 text-ink-soft text-sm" role="status">
          {text.uploading}
        </p>
      )}
      <ButtonLink to={next} variant={isMissing ? 'secondary' : 'primary'}>
        {isMissing ? text.later : text.done}
      </ButtonLink>
    </ActionBar>
  );
};
