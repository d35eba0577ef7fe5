import {
  type AskedDocument,
  DOCUMENTS_AT_MOST,
  type RegistrationDocuments as Documents,
} from '@portal/contract/documents';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { documentsText as text } from '../text/zh-TW/documents.ts';
import { useIsSendingDocument } from './api/add-document.ts';
import type { ChosenFile } from './chosen-files.ts';
import { DocumentPlace } from './document-place.tsx';

const other = { name: text.other, hint: text.otherHint, required: null };

interface RegistrationDocumentsProps {
  asked: readonly AskedDocument[];
  registration: Documents;
  chosen: readonly ChosenFile[];
}

const closedText = ({ can_add, can_change }: Documents): string | null => {
  if (can_change) return null;
  return can_add ? text.approved : text.closed;
};

export const missingNames = (asked: readonly AskedDocument[], { missing }: Documents): string[] =>
  asked.filter(({ id }) => missing.includes(id)).map(({ name }) => name);

const isAnyRequired = (asked: readonly AskedDocument[]): boolean => asked.some(({ required }) => required);

/** Complete documents are a success only if some were required. */
export const toneOf = (asked: readonly AskedDocument[], missing: readonly unknown[]) => {
  if (missing.length > 0) return 'warn';
  return isAnyRequired(asked) ? 'success' : 'info';
};

export const completeText = (asked: readonly AskedDocument[]): string =>
  isAnyRequired(asked) ? text.complete : text.noneRequired;

export const RegistrationDocuments = ({ asked, registration, chosen }: RegistrationDocumentsProps) => {
  const { documents } = registration;
  const others = documents.filter((given) => !asked.some(({ id }) => id === given.asked));
  const closed = closedText(registration);
  const missing = missingNames(asked, registration);
  const isSending = useIsSendingDocument();
  return (
    <div className="space-y-3">
      {/* While a document is being sent, its absence is no warning yet. */}
      <Notice live tone={isSending ? 'info' : toneOf(asked, missing)}>
        {missing.length > 0 ? text.missing(missing) : completeText(asked)}
      </Notice>
      {closed && <p className="text-ink-soft">{closed}</p>}
      <ul className="space-y-3">
        {asked.map((document) => (
          <DocumentPlace
            asked={document.id}
            chosen={chosen.find((each) => each.asked === document.id)?.file}
            given={documents.find((given) => given.asked === document.id)}
            key={document.id}
            registration={registration}
            shown={document}
          />
        ))}
        {others.map((given) => (
          <DocumentPlace
            asked={null}
            given={given}
            key={`given ${given.id}`}
            registration={registration}
            shown={other}
          />
        ))}
        {registration.can_add && documents.length < DOCUMENTS_AT_MOST && (
          <DocumentPlace
            asked={null}
            given={undefined}
            key={`other ${others.length}`}
            registration={registration}
            shown={other}
          />
        )}
      </ul>
    </div>
  );
};
