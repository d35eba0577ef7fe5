import type { Permission } from '@portal/contract/office/enrolment';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { FieldError } from '@portal/kit/ui/field.tsx';
import { useMay } from '../../platform/session.ts';
import { useStepUp } from '../../platform/step-up.ts';
import { reviewsText } from '../../text/zh-TW/reviews.ts';
import { showIdentity } from '../api/show-identity.ts';

const text = reviewsText.person;

interface MaskedIdentityProps {
  registrationId: number;
  masked: string;
  permission: Permission;
}

/** Showing the complete number is logged by the server. */
export const MaskedIdentity = ({ registrationId, masked, permission }: MaskedIdentityProps) => {
  const mayEver = useMay('person.identity');
  const withStepUp = useStepUp();
  const send = useSending({
    mutationFn: () => withStepUp(() => showIdentity(registrationId)),
  });
  const shown = send.data;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="tabular">{shown?.identity ?? masked}</span>
        {shown?.birthday && <span className="tabular">{text.birthday(shown.birthday)}</span>}
        {permission.allowed && (
          <Button
            aria-label={shown ? text.hideLabel : text.showLabel}
            busy={send.isPending}
            busyLabel={text.showing}
            className="-my-2"
            onClick={() => (shown ? send.reset() : send.mutate())}
            variant="quiet"
          >
            {shown ? text.hide : text.show}
          </Button>
        )}
      </div>
      {mayEver && permission.why && <p className="text-ink-soft text-sm">{permission.why}</p>}
      <FieldError>{send.error ? failureText(send.error) : undefined}</FieldError>
    </>
  );
};
