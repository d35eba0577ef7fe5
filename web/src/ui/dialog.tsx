import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { uiText } from '../text/zh-TW/ui.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

interface DialogProps {
  open: boolean;
  /** Asked for by Esc, the close button or a press beside the dialog. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons; the first in reading order is the main action. */
  actions?: ReactNode;
  /** alertdialog: its text is read out at once. */
  role?: 'dialog' | 'alertdialog';
  mark?: ReactNode;
  /** Nothing closes it while something is under way. */
  busy?: boolean;
  /** Without it there is no close button in the corner; for dialogs of one button. */
  closeButton?: boolean;
  width?: 'narrow' | 'wide';
}

/** A modal dialog on the browser's own `<dialog>`: it traps focus and gives it back. */
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
      closedby={busy ? 'none' : closeButton ? 'any' : 'closerequest'}
      aria-describedby={role === 'alertdialog' ? `${id}-body` : undefined}
      aria-labelledby={`${id}-title`}
      className={`m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] overscroll-contain rounded-lg bg-surface p-0 text-ink shadow-lift backdrop:bg-sea-900/60 print:hidden ${width === 'wide' ? 'max-w-3xl' : 'max-w-lg'}`}
      onCancel={(event: SyntheticEvent) => {
        event.preventDefault();
        close();
      }}
      onClose={onClose}
      ref={element}
      role={role === 'alertdialog' ? role : undefined}
    >
      <div className="p-5 sm:p-6">
        <div className={`flex items-start gap-3 ${closeButton ? 'pe-10' : ''}`}>
          {mark}
          <h2 className="min-w-0 flex-1" id={`${id}-title`}>
            {title}
          </h2>
        </div>
        <div className="mt-3" id={`${id}-body`}>
          {children}
        </div>
        {actions && <div className="mt-6 flex flex-wrap justify-end gap-3">{actions}</div>}
        {closeButton && (
          <button
            aria-label={uiText.close}
            className="absolute end-2 top-2 inline-flex size-11 items-center justify-center rounded-md text-ink-soft hover:bg-sea-50 hover:text-ink"
            onClick={close}
            type="button"
          >
            <Icon name="cross" />
          </button>
        )}
      </div>
    </dialog>
  );
}

/** Opens while mounted; closing before it leaves the page lets the browser give the focus back. */
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
  /** One text; several become bullets. */
  text: string | readonly string[];
  /** 確定 without it. */
  buttonLabel?: string;
}

/** Tells something that must be seen; one button. */
export function AlertDialog({ open, onClose, title, kind, text, buttonLabel = uiText.ok }: AlertDialogProps) {
  const mark = marks[kind];
  return (
    <Dialog
      actions={
        <Button data-autofocus onClick={onClose} variant="primary">
          {buttonLabel}
        </Button>
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
  if (typeof text === 'string') return <p>{text}</p>;
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
  /** 取消 without it. */
  cancelLabel?: string;
  /** Something is lost by it: the quiet button gets the focus. */
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is done. */
export function ConfirmDialog({
  open,
  title,
  text,
  confirmLabel,
  cancelLabel = uiText.cancel,
  danger = false,
  busy = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog
      actions={
        <>
          <Button data-autofocus={danger} onClick={onClose} variant="quiet">
            {cancelLabel}
          </Button>
          <Button
            busy={busy}
            data-autofocus={!danger}
            onClick={onConfirm}
            variant={danger ? 'danger' : 'primary'}
          >
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
