import type { OfficeDocument, OfficeDocuments } from '@portal/contract/office/documents';
import { dateOf } from '@portal/kit/browser/format.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Loaded } from '../platform/loaded.tsx';
import { documentsText as text } from '../text/zh-TW/documents.ts';
import { AddDocument } from './add-document.tsx';
import { documentsQuery } from './api/get-documents.ts';
import { documentAddress } from './api/open-document.ts';

interface DocumentsSectionProps {
  registrationId: number;
  frame: (content: ReactNode) => ReactNode;
}

/** Renders nothing without documents if none can be added. */
export const DocumentsSection = ({ registrationId, frame }: DocumentsSectionProps) => {
  const query = useQuery(documentsQuery(registrationId));
  const { data } = query;
  if (data && !data.canAdd && data.asked.length === 0 && data.documents.length === 0) return null;
  if (!data && !query.error) return null;
  return frame(
    <Loaded query={query}>{(found) => <Documents found={found} registrationId={registrationId} />}</Loaded>,
  );
};

const Documents = ({ found, registrationId }: { found: OfficeDocuments; registrationId: number }) => (
  <div className="space-y-2">
    {found.missing.length > 0 && <Notice tone="warn">{text.missing(found.missing)}</Notice>}
    {found.documents.length === 0 ? (
      <p className="text-ink-soft">{text.none}</p>
    ) : (
      <>
        <ul className="divide-y divide-line rounded-md border border-line bg-surface">
          {found.documents.map((document) => (
            <DocumentRow
              canOpen={found.canOpen}
              document={document}
              key={document.id}
              registrationId={registrationId}
            />
          ))}
        </ul>
        {found.canOpen && <p className="text-ink-soft text-sm">{text.logged}</p>}
      </>
    )}
    {found.canAdd && <AddDocument found={found} registrationId={registrationId} />}
  </div>
);

interface DocumentRowProps {
  registrationId: number;
  document: OfficeDocument;
  canOpen: boolean;
}

const DocumentRow = ({ registrationId, document, canOpen }: DocumentRowProps) => {
  const [isShown, setShown] = useState(false);
  const { id, asked, name, kind, size, addedAt, addedBy } = document;
  const address = documentAddress(registrationId, id);
  return (
    <li className="px-4 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <div className="min-w-0">
          <p className="font-semibold">{asked ?? text.other}</p>
          <p className="break-all text-sm">{name}</p>
          <p className="text-ink-soft text-sm">
            {text.size(size)}・{dateOf(addedAt)}・{text.addedBy[addedBy]}
          </p>
        </div>
        {canOpen && (
          <div className="flex flex-wrap items-center gap-2">
            {kind === 'jpeg' && (
              <Button
                aria-label={isShown ? text.hideOf(name) : text.showOf(name)}
                onClick={() => setShown(!isShown)}
                variant="quiet"
              >
                {isShown ? text.hide : text.show}
              </Button>
            )}
            <a
              aria-label={text.downloadOf(name)}
              className="inline-flex min-h-11 items-center gap-2 rounded-md border border-sea-700 px-4 font-semibold text-sea-800 no-underline hover:bg-sea-50"
              download
              href={address}
            >
              <Icon name="download" />
              {text.download}
            </a>
          </div>
        )}
      </div>
      {isShown && <DocumentPreview address={address} name={name} />}
    </li>
  );
};

/** Fetched on demand: each view is recorded. */
const DocumentPreview = ({ address, name }: { address: string; name: string }) => {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <p className="text-danger-700">{text.failed}</p>;
  return (
    <img
      alt={text.preview(name)}
      className="mt-2 max-h-[70vh] max-w-full rounded border border-line object-contain"
      onError={() => setBroken(true)}
      src={address}
    />
  );
};
