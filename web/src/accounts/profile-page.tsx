import type { User } from '@portal/contract/accounts';
import { useBack } from '@portal/kit/browser/use-back.ts';
import { AlertDialog } from '@portal/kit/ui/dialog.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { Tabs } from '@portal/kit/ui/tabs.tsx';
import { type Ref, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { Page } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { classOfEnrolment, storedReturnAddress } from '../platform/return-address.ts';
import { currentUser, personOf, useUser } from '../platform/session.ts';
import { profileText as text } from '../text/zh-TW/profile.ts';
import { useAskedField } from './asked-field.ts';
import { BranchNotice } from './branch-notice.tsx';
import { OwnData } from './own-data.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { leftToDo, type ProfileTab } from './profile-values.ts';
import { UnconfirmedNotice } from './unconfirmed-notice.tsx';

export const ProfilePage = () => {
  const user = useUser();
  return (
    <Page title={text.title}>
      {user?.needs_branch && <BranchNotice />}
      {user && !user.needs_branch && <Profile user={user} />}
    </Page>
  );
};

const useTab = (): [ProfileTab, (tab: ProfileTab) => void] => {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const show = (tab: ProfileTab) => setSearch(tab === 'password' ? { tab } : {}, { replace: true, state });
  return [search.get('tab') === 'password' ? 'password' : 'profile', show];
};

const savedText = (saved: ProfileTab, { email, email_confirmed }: User): string =>
  saved === 'password' || email_confirmed
    ? text.saved[saved]
    : `${text.saved[saved]}\n${text.mailbox.confirmFirst(email ?? '')}`;

const LeftToDo = ({ ref, user }: { ref: Ref<HTMLDivElement>; user: User }) => (
  <div className="mb-6" ref={ref} tabIndex={-1}>
    <Notice title={text.incomplete} tone="danger">
      <ul className="list-disc ps-5">
        {leftToDo(user).map((what) => (
          <li key={what}>{text.left[what]}</li>
        ))}
      </ul>
    </Notice>
  </div>
);

interface ProfileTabsProps {
  onCancel: () => void;
  onSaved: (tab: ProfileTab) => void;
  onTab: (tab: ProfileTab) => void;
  tab: ProfileTab;
  user: User;
}

const ProfileTabs = ({ onCancel, onSaved, onTab, tab, user }: ProfileTabsProps) => (
  <Tabs
    label={text.title}
    onChange={onTab}
    tabs={[
      {
        value: 'profile',
        label: text.tabs.profile,
        panel: (
          <ProfileForm
            key={personOf(user)}
            onCancel={onCancel}
            onSaved={() => onSaved('profile')}
            user={user}
          />
        ),
      },
      {
        value: 'password',
        label: text.tabs.password,
        panel: <PasswordForm onCancel={onCancel} onSaved={() => onSaved('password')} user={user} />,
      },
    ]}
    value={tab}
  />
);

const Profile = ({ user }: { user: User }) => {
  const navigate = useNavigate();
  const back = useBack(paths.home.to());
  const from = storedReturnAddress(useLocation().state);
  const enrolment = from !== null && classOfEnrolment(from) !== null ? from : null;
  const [tab, show] = useTab();
  useAskedField();
  const [saved, setSaved] = useState<ProfileTab | null>(null);
  const left = useRef<HTMLDivElement>(null);

  // People of the old system continue with the other form.
  const goOn = () => {
    setSaved(null);
    const now = currentUser();
    const [next] = now ? leftToDo(now) : [];
    if (!next) return navigate(enrolment ?? paths.home.to());
    show(next);
    // The dialog first returns the focus to a hidden button.
    setTimeout(() => {
      scrollTo({ top: 0, behavior: 'instant' });
      left.current?.focus({ preventScroll: true });
    });
  };

  return (
    <>
      {!user.state && <LeftToDo ref={left} user={user} />}
      {!user.email_confirmed && <UnconfirmedNotice />}
      <ProfileTabs onCancel={back} onSaved={setSaved} onTab={show} tab={tab} user={user} />
      {user.state && (
        <div className="mt-8 space-y-6">
          <OwnSessions />
          <OwnData />
        </div>
      )}
      <AlertDialog
        kind="success"
        onClose={goOn}
        open={saved !== null}
        text={saved === null ? '' : savedText(saved, user)}
        title={text.done}
      />
    </>
  );
};
