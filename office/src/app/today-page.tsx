import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../platform/session.ts';
import { roleTexts } from '../staff/role-texts.ts';
import { frameText } from '../text/zh-TW/frame.ts';

export const TodayPage = () => {
  usePageTitle(frameText.rooms.today);
  const { data: session } = useQuery(sessionQuery);
  if (!session) return null;
  return (
    <>
      <h1>{frameText.rooms.today}</h1>
      <p className="mt-2">{frameText.welcome(session.name)}</p>
      <h2 className="mt-6">{frameText.yourRoles}</h2>
      <ul className="mt-2 list-disc ps-6">
        {roleTexts(session.roles).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
};
