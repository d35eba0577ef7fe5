import { Button } from '@portal/kit/ui/button.tsx';
import { staffText } from '../text/zh-TW/staff.ts';
import { useSignOut } from './use-sign-out.ts';

export const SignInAsOther = () => {
  const signOut = useSignOut();
  return (
    <Button className="-ms-3" onClick={() => signOut.mutate()} variant="quiet" waits={signOut.isPending}>
      {staffText.secondFactor.other}
    </Button>
  );
};
