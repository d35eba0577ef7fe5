import { Button } from '@portal/kit/ui/button.tsx';
import { staffText } from '../../text/zh-TW/staff.ts';
import { useSignOut } from './use-sign-out.tsx';

export const SignInAsOther = () => {
  const { signOut, isPending, question } = useSignOut();
  return (
    <>
      <Button className="-ms-3" onClick={signOut} variant="quiet" waits={isPending}>
        {staffText.secondFactor.other}
      </Button>
      {question}
    </>
  );
};
