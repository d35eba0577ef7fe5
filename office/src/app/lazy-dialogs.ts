import { lazyComponent } from '@portal/kit/ui/lazy-component.tsx';
import { useEffect } from 'react';
import { StepUpDialog } from '../staff/sign-in/step-up.tsx';

/* Dialogs of the frame that the first screen does without. */

const nothing = () => null;

export const ShortcutsDialog = lazyComponent(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
  nothing,
);

export const SessionEndedDialog = lazyComponent(
  async () => (await import('./session-ended-dialog.tsx')).SessionEndedDialog,
  nothing,
);

const AHEAD_AFTER_MS = 5_000;

/** Fetches their code when the first page is probably at rest. Some open when the server cannot be reached. */
export const useDialogsAhead = (): void => {
  useEffect(() => {
    const timer = setTimeout(() => {
      // A dialog whose code did not come asks for it again when it opens.
      for (const dialog of [ShortcutsDialog, SessionEndedDialog, StepUpDialog])
        dialog.preload().catch(() => undefined);
    }, AHEAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
};
