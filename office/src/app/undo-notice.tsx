import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { lazyComponent } from '@portal/kit/ui/lazy-component.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { focusPage } from '../platform/focus-page.ts';
import { useShortcuts } from '../platform/shortcuts.ts';
import { closePartialUndo, endUndoOffers, undoLast, useUndoState } from '../platform/undo.ts';
import { UndoButton } from '../platform/undo-button.tsx';
import { frameText } from '../text/zh-TW/frame.ts';

const text = frameText.undo;

const BulkOutcome = lazyComponent(
  async () => (await import('../lists/bulk-dialogs.tsx')).BulkOutcome,
  () => null,
);

/** What was just done, with its undo. It covers no other notices. */
export const UndoNotice = () => {
  const { offers, partial, sending, shownByPages } = useUndoState();
  const queries = useQueryClient();
  const offer = offers.at(-1);
  useShortcuts(
    text.shortcuts,
    offer || sending > 0 ? [{ keys: 'z', label: text.last, run: () => undoLast(queries) }] : [],
  );
  // Another person may sign in next.
  useEffect(() => endUndoOffers, []);
  return (
    <>
      {offer && shownByPages === 0 && (
        <div className="pointer-events-auto flex items-center gap-3 rounded-lg border border-line-strong bg-surface py-2 ps-4 pe-2 shadow-lift">
          <Icon className="size-5 shrink-0 text-ok-600" name="check-circle" />
          <p className="min-w-0 flex-1 py-2">{offer.text}</p>
          <UndoButton />
          <button
            aria-label={common.close}
            className="inline-flex size-11 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-sea-50"
            onClick={() => {
              focusPage();
              endUndoOffers();
            }}
            type="button"
          >
            <Icon name="cross" />
          </button>
        </div>
      )}
      {partial && (
        <BulkOutcome
          left={partial.left}
          onClose={closePartialUndo}
          summary={partial.text ?? ''}
          title={text.partial}
        />
      )}
    </>
  );
};
