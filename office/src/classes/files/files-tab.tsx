import type { Attachments } from '@portal/contract/office/classes';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../platform/loaded.tsx';
import { attachmentsText as text } from '../../text/zh-TW/attachments.ts';
import { attachmentsQuery } from '../api/get-attachments.ts';
import { useShownClass } from '../use-shown-class.ts';
import { ClassFileSection } from './class-file-section.tsx';
import { FileList } from './file-list.tsx';
import { UploadArea } from './upload-area.tsx';

export const FilesTab = () => {
  const { id } = useShownClass();
  const query = useQuery(attachmentsQuery(id));
  return (
    <div className="max-w-3xl">
      <p className="mb-4 text-ink-soft">{text.lead}</p>
      <Loaded query={query}>{(data) => <Files classId={id} found={data} />}</Loaded>
      <ClassFileSection classId={id} />
    </div>
  );
};

const Files = ({ classId, found }: { classId: number; found: Attachments }) => (
  <div className="space-y-6">
    {found.attachments.length === 0 ? (
      <EmptyState icon="file" title={text.empty}>
        {text.emptyHint}
      </EmptyState>
    ) : (
      <FileList classId={classId} found={found} />
    )}
    {found.canEdit && <UploadArea classId={classId} />}
  </div>
);
