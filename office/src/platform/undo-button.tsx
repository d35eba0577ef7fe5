import { Button } from '@portal/kit/ui/button.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { frameText } from '../text/zh-TW/frame.ts';
import { focusPage } from './focus-page.ts';
import { KeyHint } from './key-hint.tsx';
import { undoLast, useUndoOffer } from './undo.ts';

const text = frameText.undo;

/** Undoes what was done last. */
export const UndoButton = () => {
  const queries = useQueryClient();
  const undo = () => {
    // The button goes with the offer.
    focusPage();
    undoLast(queries);
  };
  return (
    <Button aria-keyshortcuts="Z" className="shrink-0" onClick={undo}>
      {text.undo}
      <KeyHint>Z</KeyHint>
    </Button>
  );
};

interface UndoInDialogProps {
  /** The offer to undo what the dialog shows; null for none. */
  offer: number | null;
  onClose: () => void;
}

/** Dialogs get no single keys, so that the act needs a button there. It is shown while the offer is the last one. */
export const UndoInDialog = ({ offer, onClose }: UndoInDialogProps) => {
  const queries = useQueryClient();
  const last = useUndoOffer();
  if (offer === null || last?.id !== offer) return null;
  const undo = () => {
    onClose();
    undoLast(queries);
  };
  return <Button onClick={undo}>{text.undo}</Button>;
};
