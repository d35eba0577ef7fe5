import {
  dismissNotice,
  endFormerNotices,
  markFormerNotices,
  NOTICE_MS,
  type ShownNotice,
  useNotices,
} from '@portal/kit/browser/notices.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { useEffect } from 'react';
import { frameText } from '../text/zh-TW/frame.ts';
import { useHoverOrFocus } from './use-hover-or-focus.ts';

const marks = {
  info: { icon: 'info', colour: 'text-sea-600' },
  success: { icon: 'check-circle', colour: 'text-ok-600' },
  danger: { icon: 'alert-circle', colour: 'text-danger-600' },
} as const;

addEventListener('click', markFormerNotices, true);
addEventListener('popstate', markFormerNotices);

/** Mounted anew on each page. */
export const EndFormerNotices = () => {
  useEffect(endFormerNotices, []);
  return null;
};

/** Always rendered, so that screen readers announce additions. On phones below the bar, clear of buttons and cards. */
export const Notices = () => {
  const notices = useNotices();
  return (
    <section
      aria-label={frameText.notices}
      className="notices pointer-events-none fixed inset-x-0 bottom-0 z-40 p-4 max-sm:top-14 print:hidden"
    >
      <div aria-live="polite" className="mx-auto flex max-w-md flex-col gap-2">
        {notices.map((notice) => (
          <NoticeCard key={notice.id} notice={notice} />
        ))}
      </div>
    </section>
  );
};

/** Called before the button disappears. Focuses the button of the next notice, else of the previous one, else the page. */
const moveFocusToNeighbour = (button: HTMLButtonElement) => {
  const buttons = [...(button.closest('section')?.querySelectorAll('button') ?? [])];
  const index = buttons.indexOf(button);
  const next = buttons[index + 1] ?? buttons[index - 1] ?? document.getElementById('main');
  next?.focus({ preventScroll: true });
};

const NoticeCard = ({ notice }: { notice: ShownNotice }) => {
  const [isEngaged, handlers] = useHoverOrFocus();
  useEffect(() => {
    if (isEngaged) return;
    const timer = setTimeout(() => dismissNotice(notice.id), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [isEngaged, notice.id]);
  const mark = marks[notice.tone];
  return (
    <div
      className="pointer-events-auto flex items-start gap-3 rounded-lg border border-line-strong bg-surface py-2 ps-4 pe-2 shadow-lift"
      {...handlers}
    >
      <Icon className={`mt-2.5 size-5 ${mark.colour}`} name={mark.icon} />
      <p className="min-w-0 flex-1 py-2">{notice.text}</p>
      <button
        aria-label={common.close}
        className="inline-flex size-11 items-center justify-center rounded-md text-ink-soft hover:bg-sea-50"
        onClick={({ currentTarget }) => {
          moveFocusToNeighbour(currentTarget);
          dismissNotice(notice.id);
        }}
        type="button"
      >
        <Icon name="cross" />
      </button>
    </div>
  );
};
