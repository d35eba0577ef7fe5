import { dismissNotice, NOTICE_MS, type ShownNotice, useNotices } from '@portal/kit/browser/notices.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { useEffect, useState } from 'react';
import { focusPage } from '../platform/focus-page.ts';
import { frameText } from '../text/zh-TW/frame.ts';
import { UndoNotice } from './undo-notice.tsx';

const marks = {
  info: { icon: 'info', colour: 'text-sea-600' },
  success: { icon: 'check-circle', colour: 'text-ok-600' },
  danger: { icon: 'alert-circle', colour: 'text-danger-600' },
} as const;

/** Always rendered, so that screen readers announce additions. */
export const Notices = () => (
  <section
    aria-label={frameText.notices}
    className="pointer-events-none fixed inset-x-0 bottom-0 z-40 p-4 print:hidden"
  >
    <div aria-live="polite" className="mx-auto flex max-w-md flex-col gap-2">
      <UndoNotice />
      {useNotices().map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </div>
  </section>
);

const useHovered = () => {
  const [isHovered, setHovered] = useState(false);
  const [hold, release] = [() => setHovered(true), () => setHovered(false)];
  return [
    isHovered,
    { onBlur: release, onFocus: hold, onPointerEnter: hold, onPointerLeave: release },
  ] as const;
};

const NoticeCard = ({ notice }: { notice: ShownNotice }) => {
  const [isHovered, handlers] = useHovered();
  useEffect(() => {
    if (isHovered) return;
    const timer = setTimeout(() => dismissNotice(notice.id), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [isHovered, notice.id]);
  const { icon, colour } = marks[notice.tone];
  return (
    <div
      className="pointer-events-auto flex items-start gap-3 rounded-lg border border-line-strong bg-surface py-2 ps-4 pe-2 shadow-lift"
      {...handlers}
    >
      <Icon className={`mt-2.5 size-5 ${colour}`} name={icon} />
      <p className="min-w-0 flex-1 py-2">{notice.text}</p>
      <button
        aria-label={common.close}
        className="inline-flex size-11 items-center justify-center rounded-md text-ink-soft hover:bg-sea-50"
        onClick={() => {
          focusPage();
          dismissNotice(notice.id);
        }}
        type="button"
      >
        <Icon name="cross" />
      </button>
    </div>
  );
};
