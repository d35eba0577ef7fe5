import { failureText } from '@portal/kit/browser/failure-text.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { FieldError } from '@portal/kit/ui/field.tsx';
import { useMay } from '../../platform/session.ts';
import { useStepUp } from '../../platform/step-up.ts';
import { personText } from '../../text/zh-TW/person.ts';
import { showPersonIdentity } from '../api/show-person-identity.ts';

const text = personText.show;

interface PersonIdentityProps {
  id: number;
  masked: string;
  canShow: boolean;
}

/** Showing the complete number is logged by the server. */
export const PersonIdentity = ({ id, masked, canShow }: PersonIdentityProps) => {
  const mayEver = useMay('person.identity');
  const withStepUp = useStepUp();
  const send = useSending({ mutationFn: () => withStepUp(() => showPersonIdentity(id)) });
  const shown = send.data;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="tabular">{shown?.identity ?? masked}</span>
        {shown?.birthday && <span className="tabular">{text.birthday(shown.birthday)}</span>}
        {canShow && (
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
      {mayEver && !canShow && <p className="text-ink-soft text-sm">{text.masked}</p>}
      <FieldError>{send.error ? failureText(send.error) : undefined}</FieldError>
    </>
  );
};
