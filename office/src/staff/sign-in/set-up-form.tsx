import type { FactorAdded } from '@portal/contract/office/staff';
import { failureKind } from '@portal/kit/browser/call.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { staffText } from '../../text/zh-TW/staff.ts';
import { beginTotp } from '../api/begin-totp.ts';
import { PasskeyButton } from '../factors/passkey-button.tsx';
import { addPasskey } from '../factors/passkeys.ts';
import { TotpForm } from '../factors/totp-form.tsx';
import { SignInAsOther } from './sign-in-as-other.tsx';

const text = staffText.setUp;

interface SetUpFormProps {
  onAdded: (added: FactorAdded) => void;
}

export const SetUpForm = ({ onAdded }: SetUpFormProps) => {
  const begin = useSending({ mutationFn: beginTotp });
  return (
    <div className="space-y-6">
      <p>{text.lead}</p>
      {begin.error && <ErrorState kind={failureKind(begin.error)} onRetry={begin.mutate} />}
      {begin.data ? (
        <TotpForm {...begin.data} onAdded={onAdded} />
      ) : (
        <Button busy={begin.isPending} className="w-full" onClick={() => begin.mutate()} variant="primary">
          {text.useApp}
        </Button>
      )}
      <PasskeyButton onDone={onAdded} work={() => addPasskey(text.passkeyName)}>
        {text.usePasskey}
      </PasskeyButton>
      <SignInAsOther />
    </div>
  );
};
