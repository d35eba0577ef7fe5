import { type MouseEvent, type ReactNode, type Ref, useId } from 'react';
import type { To } from 'react-router';
import { Link } from 'react-router';
import { uiText } from '../text/zh-TW/ui.ts';
import { Spinner } from './icon.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/** primary: the main action of a screen. */
type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

const shape =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md border py-1.5 text-center font-semibold leading-snug no-underline transition-colors print:hidden';

const colours: Record<ButtonVariant, string> = {
  primary: 'border-transparent px-5 bg-signal-600 text-surface hover:bg-signal-700',
  secondary: 'border-sea-700 px-5 bg-surface text-sea-800 hover:bg-sea-50',
  quiet: 'border-transparent px-3 bg-transparent text-sea-800 hover:bg-sea-50',
  danger: 'border-transparent px-5 bg-danger-600 text-surface hover:bg-danger-700',
};

const off = 'cursor-not-allowed px-5 border-line bg-line text-ink-soft';

const look = (variant: ButtonVariant, isOff: boolean, className = '') =>
  `${shape} ${isOff ? off : `cursor-pointer ${colours[variant]}`} ${className}`;

interface Common {
  children: ReactNode;
  variant?: ButtonVariant | undefined;
  className?: string | undefined;
  /** Disables the action and shows this reason below it. */
  offReason?: string | undefined;
}

interface ButtonProps extends Common {
  type?: 'button' | 'submit' | 'reset' | undefined;
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  /** The action is running: shows progress and ignores presses. */
  busy?: boolean | undefined;
  /** The label while busy; the normal label by default. */
  busyLabel?: string | undefined;
  /** Another action is running: ignores presses until it ends. */
  waits?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
  form?: string | undefined;
  id?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-expanded'?: boolean | undefined;
  'aria-pressed'?: boolean | undefined;
  'aria-haspopup'?: 'dialog' | 'menu' | 'true' | undefined;
  'aria-keyshortcuts'?: string | undefined;
  'data-autofocus'?: boolean | undefined;
}

/** Stays focusable when disabled, so that the reason can be reached. */
export function Button({
  variant = 'secondary',
  type = 'button',
  busy = false,
  busyLabel,
  waits = false,
  offReason,
  className,
  onClick,
  children,
  'aria-describedby': describedBy,
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const isOff = Boolean(offReason);
  const isHeld = busy || waits;
  const button = (
    <button
      {...rest}
      aria-busy={busy || undefined}
      aria-describedby={[describedBy, isOff && reasonId].filter(Boolean).join(' ') || undefined}
      aria-disabled={isOff || isHeld || undefined}
      className={look(variant, isOff, `${isHeld ? 'cursor-progress' : ''} ${isOff ? '' : (className ?? '')}`)}
      onClick={(event) => {
        if (isOff || isHeld) event.preventDefault();
        else onClick?.(event);
      }}
      type={type}
    >
      {busy && <Spinner />}
      {busy && busyLabel ? busyLabel : children}
      {busy && !busyLabel && <VisuallyHidden>{uiText.busy}</VisuallyHidden>}
    </button>
  );
  return isOff ? (
    <WithReason className={className} id={reasonId} reason={offReason}>
      {button}
    </WithReason>
  ) : (
    button
  );
}

interface ButtonLinkProps extends Common {
  to: To;
  replace?: boolean | undefined;
  state?: unknown | undefined;
  onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
  ref?: Ref<HTMLAnchorElement> | undefined;
  'aria-label'?: string | undefined;
}

export function ButtonLink({
  variant = 'secondary',
  offReason,
  className,
  to,
  replace = false,
  state,
  children,
  ...rest
}: ButtonLinkProps) {
  const reasonId = useId();
  if (!offReason) {
    return (
      <Link {...rest} className={look(variant, false, className)} replace={replace} state={state} to={to}>
        {children}
      </Link>
    );
  }
  return (
    <WithReason className={className} id={reasonId} reason={offReason}>
      <button
        aria-describedby={reasonId}
        aria-disabled="true"
        aria-label={rest['aria-label']}
        className={look(variant, true)}
        type="button"
      >
        {children}
      </button>
    </WithReason>
  );
}

interface WithReasonProps {
  id: string;
  reason: string | undefined;
  className: string | undefined;
  children: ReactNode;
}

function WithReason({ id, reason, className = '', children }: WithReasonProps) {
  return (
    <span className={`inline-flex max-w-full flex-col items-stretch gap-1 print:hidden ${className}`}>
      {children}
      <span className="text-balance text-center text-ink-soft text-sm" id={id}>
        {reason}
      </span>
    </span>
  );
}
