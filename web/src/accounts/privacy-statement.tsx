import { lazyComponent } from '@portal/kit/ui/lazy-component.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useState } from 'react';
import { privacyStatementText as text } from '../text/zh-TW/privacy-statement.ts';

const Notice = lazyComponent(
  async () => (await import('./privacy-notice.tsx')).PrivacyNotice,
  () => <SkeletonRows rows={4} />,
);

/** Sending the form below accepts this version. */
export const PrivacyStatement = () => {
  const [isOpened, setOpened] = useState(false);
  return (
    <div className="rounded-md border border-line bg-surface px-4 py-3">
      <p>{text.agree}</p>
      <details className="mt-1" onToggle={() => setOpened(true)}>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold text-sea-800">{text.show}</summary>
        <div className="mt-2">{isOpened && <Notice />}</div>
      </details>
    </div>
  );
};
