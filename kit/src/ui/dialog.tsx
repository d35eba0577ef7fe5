import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { uiText } from '../text/zh-TW/ui.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

interface DialogProps {
  open: boolean;
  /** Called on Esc, the close button or a press outside. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
  /** alertdialog: screen readers announce its text at once. */
  role?: 'dialog' | 'alertdialog' | undefined;
  mark?: ReactNode;
  /** Prevents closing while an action is running. */
  busy?: boolean | undefined;
  /** The close button in the corner; turn it off in dialogs with a single button. */
  closeButton?: boolean | undefined;
  width?: 'narrow' | 'wide' | undefined;
  /** The dialog contains input: a press outside, often accidental, does not close it. */
  isForm?: boolean | undefined;
}

export function Dialog({ open, ...props }: DialogProps) {
  return open ? createPortal(<ModalDialog {...props} />, document.body) : null;
}

function ModalDialog({
  onClose,
  title,
  children,
  actions,
  role = 'dialog',
  mark,
  busy = false,
  closeButton = true,
  width = 'narrow',
  isForm = false,
}: Omit<DialogProps, 'open'>) {
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  useModal(element);
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <dialog
      aria-busy={busy || undefined}
      closedby={busy ? 'none' : closeButton && !isForm ? 'any' : 'closerequest'}
      aria-describedby={role === 'alertdialog' ? `${id}-body` : undefined}
      aria-labelledby={`${id}-title`}
      className={`m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] overscroll-contain rounded-lg bg-surface p-0 text-ink shadow-lift backdrop:bg-shade print:hidden ${width === 'wide' ? 'max-w-3xl' : 'max-w-lg'}`}
      onCancel={(event: SyntheticEvent) => {
        // `cancel` events of a file input inside bubble up here.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
      }}
      onClose={() => {
        // The browser may force the dialog to close. The event is asynchronous: ignore it if reopened.
        if (!element.current?.open) onClose();
      }}
      // React events bubble through portals: do not submit a form around the dialog.
      onSubmit={(event) => event.stopPropagation()}
      ref={element}
      role={role === 'alertdialog' ? role : undefined}
    >
      <DialogHead mark={mark} onClose={closeButton ? close : null} title={title} titleId={`${id}-title`} />
      <div className="px-5 pt-3 sm:px-6" id={`${id}-body`}>
        {children}
      </div>
      <div className="flex flex-wrap justify-end gap-3 p-5 sm:p-6">{actions}</div>
    </dialog>
  );
}

interface DialogHeadProps {
  mark: ReactNode;
  /** Null without a close button. */
  onClose: (() => void) | null;
  title: string;
  titleId: string;
}

function DialogHead({ mark, onClose, title, titleId }: DialogHeadProps) {
  return (
    <div className="sticky top-0 z-10 flex items-start gap-3 bg-surface px-5 pt-5 sm:px-6 sm:pt-6">
      {mark}
      <h2 className="min-w-0 flex-1" id={titleId}>
        {title}
      </h2>
      {onClose && (
        <button
          aria-label={uiText.close}
          className="-me-3 -mt-2 inline-flex size-11 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-sea-50 hover:text-ink"
          onClick={onClose}
          type="button"
        >
          <Icon name="cross" />
        </button>
      )}
    </div>
  );
}

function useModal(element: { current: HTMLDialogElement | null }) {
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    const page = document.documentElement;
    const { overflow, scrollbarGutter } = page.style;
    const hasScrollbar = window.innerWidth > page.clientWidth;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    page.style.overflow = 'hidden';
    if (hasScrollbar) page.style.scrollbarGutter = 'stable';
    return () => {
      page.style.overflow = overflow;
      page.style.scrollbarGutter = scrollbarGutter;
      dialog.close();
    };
  }, [element]);
}

const marks = {
  success: { icon: 'check-circle', colour: 'text-ok-600' },
  error: { icon: 'cross-circle', colour: 'text-danger-600' },
  info: { icon: 'info', colour: 'text-sea-600' },
} as const satisfies Record<string, { icon: IconName; colour: string }>;

interface AlertDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  kind: keyof typeof marks;
  /** One text, which may have several lines, or several texts as a bullet list. */
  text: string | readonly string[];
  /** Default: 確定. */
  buttonLabel?: string | undefined;
  next?: { readonly label: string; readonly onChoose: () => void } | undefined;
}

export function AlertDialog({
  open,
  onClose,
  title,
  kind,
  text,
  next,
  buttonLabel = uiText.ok,
}: AlertDialogProps) {
  const mark = marks[kind];
  return (
    <Dialog
      actions={
        <>
          <Button data-autofocus onClick={onClose} variant={next ? 'quiet' : 'primary'}>
            {buttonLabel}
          </Button>
          {next && (
            <Button onClick={next.onChoose} variant="primary">
              {next.label}
            </Button>
          )}
        </>
      }
      closeButton={false}
      mark={<Icon className={`size-8 ${mark.colour}`} name={mark.icon} />}
      onClose={onClose}
      open={open}
      role="alertdialog"
      title={title}
    >
      <DialogText text={text} />
    </Dialog>
  );
}

function DialogText({ text }: { text: string | readonly string[] }) {
  if (typeof text === 'string') return <p className="whitespace-pre-line">{text}</p>;
  return (
    <ul className="list-disc space-y-1 ps-6">
      {text.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  text: ReactNode;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  busy?: boolean | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** The safe button has the focus. */
export function ConfirmDialog({
  open,
  title,
  text,
  confirmLabel,
  cancelLabel = uiText.cancel,
  busy = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog
      actions={
        <>
          <Button data-autofocus onClick={onClose} variant="quiet" waits={busy}>
            {cancelLabel}
          </Button>
          <Button busy={busy} onClick={onConfirm} variant="danger">
            {confirmLabel}
          </Button>
        </>
      }
      busy={busy}
      onClose={onClose}
      open={open}
      role="alertdialog"
      title={title}
    >
      {typeof text === 'string' ? <p>{text}</p> : text}
    </Dialog>
  );
}
