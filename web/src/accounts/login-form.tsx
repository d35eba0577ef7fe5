import type { Country } from '@portal/contract/country';
import { firstError } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { PasswordField, RadioGroup, TextField } from '@portal/kit/ui/field.tsx';
import { lazyComponent } from '@portal/kit/ui/lazy-component.tsx';
import { useHydrated } from '@portal/kit/ui/use-hydrated.ts';
import { type SubmitEvent, useRef, useState } from 'react';
import { loginText } from '../text/zh-TW/accounts-login.ts';
import { useLogin } from './api/login.ts';
import { keepKind, lastKind, likelierKind } from './login-kind.ts';

/** Fetched when somebody begins to type: most visits do not log in. */
const FailureDialog = lazyComponent(
  async () => (await import('@portal/kit/ui/dialog.tsx')).AlertDialog,
  () => null,
);

interface LoginFormProps {
  /** The form of the home page, where the field is named by the kind of account. */
  compact?: boolean;
}

const countries = [
  { value: 'local', label: loginText.local },
  { value: 'foreign', label: loginText.foreign },
];

const accountLabels = (country: Country, compact: boolean) => {
  const isLocal = country === 'local';
  return compact
    ? { label: isLocal ? loginText.accountLocal : loginText.accountForeign, hint: undefined }
    : { label: loginText.account, hint: isLocal ? loginText.hintLocal : loginText.hintForeign };
};

const loginFailureText = (error: unknown): string =>
  firstError(error, 'account') ?? firstError(error, 'password') ?? failureText(error);

/** The failure that the dialog shows. `onClosed` runs after the dialog gave the focus back to the button. */
const useFailure = (onClosed: () => void) => {
  const [text, setText] = useState<string | null>(null);
  const show = (failure: string) =>
    FailureDialog.preload().then(
      () => setText(failure),
      () => notify(failure, 'danger'),
    );
  const close = () => {
    setText(null);
    setTimeout(onClosed);
  };
  return { text, show, close };
};

/** Shows the server's texts. */
export const LoginForm = ({ compact = false }: LoginFormProps) => {
  const [chosen, setCountry] = useState<Country>();
  const isHydrated = useHydrated();
  const country = chosen ?? (isHydrated ? lastKind() : 'local');
  const [likelier, setLikelier] = useState<Country | null>(null);
  const login = useLogin();
  const form = useRef<HTMLFormElement>(null);

  const selectPassword = () => form.current?.querySelector<HTMLInputElement>('[name="password"]')?.select();
  const failure = useFailure(selectPassword);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const body = { account: `${typed.get('account')}`, password: `${typed.get('password')}`, country };
    keepKind(country);
    login.mutate(body, {
      onError: (error) => {
        const other = likelierKind(body.account, country);
        setLikelier(other);
        failure.show([loginFailureText(error), ...(other ? [loginText.looksLike[other]] : [])].join('\n'));
      },
    });
  };
  const choose = (kind: Country) => {
    setCountry(kind);
    setLikelier(null);
  };

  return (
    <form
      className="space-y-4"
      method="post"
      noValidate
      onFocus={() => FailureDialog.preload().catch(() => undefined)}
      onSubmit={submit}
      ref={form}
    >
      <RadioGroup
        label={loginText.kind}
        name="country"
        onChange={(event) => choose(event.currentTarget.value as Country)}
        options={countries}
        value={country}
      />
      {likelier && (
        <OtherKind
          kind={likelier}
          onChoose={() => {
            choose(likelier);
            selectPassword();
          }}
        />
      )}
      <Credentials compact={compact} country={country} isHydrated={isHydrated} isSending={login.isPending} />
      <LoginFailure {...failure} />
    </form>
  );
};

const LoginFailure = ({ text, close }: Pick<ReturnType<typeof useFailure>, 'text' | 'close'>) =>
  text !== null && <FailureDialog kind="error" onClose={close} open text={text} title={loginText.failed} />;

interface CredentialsProps {
  compact: boolean;
  country: Country;
  isSending: boolean;
  isHydrated: boolean;
}

const Credentials = ({ compact, country, isSending, isHydrated }: CredentialsProps) => (
  <>
    <TextField {...accountLabels(country, compact)} autoComplete="username" name="account" upperCase />
    <PasswordField
      autoComplete="current-password"
      label={loginText.password}
      name="password"
      placeholder={loginText.passwordPlaceholder}
    />
    <Button
      busy={isSending}
      busyLabel={loginText.loggingIn}
      className="w-full"
      // The browser itself would send the password before the script is there.
      type={isHydrated ? 'submit' : 'button'}
      variant="primary"
    >
      {loginText.logIn}
    </Button>
  </>
);

const OtherKind = ({ kind, onChoose }: { kind: Country; onChoose: () => void }) => (
  <p className="rounded-md bg-warn-50 px-3 py-2 text-sm text-warn-700">
    {loginText.looksLike[kind]}
    <button className="ms-2 min-h-11 font-semibold underline" onClick={onChoose} type="button">
      {loginText.chooseKind[kind]}
    </button>
  </p>
);
