import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../platform/paths.ts';
import { documentsText as text } from '../text/zh-TW/documents.ts';
import { classDocumentsQuery } from './api/get-class-documents.ts';
import { completeText, missingNames, toneOf } from './registration-documents.tsx';

export const MissingDocuments = ({ code, group }: { code: string; group: string | undefined }) => {
  const { data } = useQuery(classDocumentsQuery(code, group));
  if (!data || data.asked.length === 0) return null;
  const lacking = data.registrations.filter(({ missing }) => missing.length > 0);
  const [only] = data.registrations;
  const said =
    data.registrations.length === 1 && only
      ? text.missing(missingNames(data.asked, only))
      : text.missingInGroup(lacking.length);
  return (
    <Notice title={text.title} tone={toneOf(data.asked, lacking)}>
      <p>{lacking.length > 0 ? said : completeText(data.asked)}</p>
      <ButtonLink
        className="mt-2"
        to={paths.documents.to({ code }, group === undefined ? {} : { group })}
        variant={lacking.length > 0 ? 'primary' : 'secondary'}
      >
        {lacking.length > 0 ? text.give : text.title}
      </ButtonLink>
    </Notice>
  );
};
