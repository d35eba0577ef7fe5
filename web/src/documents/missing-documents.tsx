import type { RegistrationDocuments } from '@portal/contract/documents';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { documentsPath } from '../enrolment/registration-links.ts';
import { documentsText as text } from '../text/zh-TW/documents.ts';
import { classDocumentsQuery } from './api/get-class-documents.ts';
import { completeText, missingNames, toneOf } from './registration-documents.tsx';

interface Place {
  readonly code: string;
  readonly group_code: string | null;
}

const documentsOf = ({ code, group_code }: Place) => classDocumentsQuery(code, group_code ?? undefined);

const isMissing = ({ missing }: RegistrationDocuments): boolean => missing.length > 0;

/** Required documents are missing, and may be added. */
export const useMissesDocuments = (place: Place): boolean =>
  useQuery(documentsOf(place)).data?.registrations.some((each) => isMissing(each) && each.can_add) ?? false;

export const MissingDocuments = ({ place, hasLink }: { place: Place; hasLink: boolean }) => {
  const { data } = useQuery(documentsOf(place));
  if (!data || data.asked.length === 0) return null;
  const lacking = data.registrations.filter(isMissing);
  const [only] = data.registrations;
  const said =
    data.registrations.length === 1 && only
      ? text.missing(missingNames(data.asked, only))
      : text.missingInGroup(lacking.length);
  return (
    <Notice title={text.title} tone={toneOf(data.asked, lacking)}>
      <p>{lacking.length > 0 ? said : completeText(data.asked)}</p>
      {hasLink && (
        <ButtonLink className="mt-2" to={documentsPath(place)}>
          {lacking.some(({ can_add }) => can_add) ? text.give : text.title}
        </ButtonLink>
      )}
    </Notice>
  );
};
