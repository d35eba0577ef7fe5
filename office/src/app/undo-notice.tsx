import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { KeyHint } from '../platform/key-hint.tsx';
import { useShortcuts } from '../platform/shortcuts.ts';
import { endUndoOffer, useUndoOffer } from '../platform/undo.ts';
import { frameText } from '../text/zh-TW/frame.ts';

const text = frameText.undo;

/** What was just done, with its undo. It covers no other notices. */
export const UndoNotice = () => {
  const offer = useUndoOffer();
  const undo =
    offer &&
    (() => {
      endUndoOffer();
      offer.undo();
    });
  useShortcuts(text.shortcuts, undo ? [{ keys: 'z', label: text.undo, run: undo }] : []);
  if (!offer || !undo) return null;
  return (
    <div className="pointer-events-auto flex items-center gap-3 rounded-lg border border-line-strong bg-surface py-2 ps-4 pe-2 shadow-lift">
      <Icon className="size-5 shrink-0 text-ok-600" name="check-circle" />
      <p className="min-w-0 flex-1 py-2">{offer.text}</p>
      <Button aria-keyshortcuts="Z" onClick={undo}>
        {text.undo}
        <KeyHint>Z</KeyHint>
      </Button>
      <button
        aria-label={common.close}
        className="inline-flex size-11 items-center justify-center rounded-md text-ink-soft hover:bg-sea-50"
        onClick={endUndoOffer}
        type="button"
      >
        <Icon name="cross" />
      </button>
    </div>
  );
};
