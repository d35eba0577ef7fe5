import type { User } from '@portal/contract/accounts';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { personText } from '../text/zh-TW/person.ts';
import { profileText as text } from '../text/zh-TW/profile.ts';
import { registrationText } from '../text/zh-TW/registration.ts';

const labels: Readonly<Record<string, string>> = {
  src: registrationText.photo,
  id_number: personText.idNumber,
  passport_no: personText.passportNo,
  city: registrationText.city,
  area: registrationText.area,
  address: registrationText.street,
  address_code: registrationText.postalCode,
  email: personText.email,
  cell_phone: personText.cellPhone,
  home_phone: personText.homePhone,
  career: personText.employer,
  company_phone: personText.companyPhone,
  career_type: personText.occupation,
  education: personText.education,
  education_status: personText.educationStatus,
  school: personText.school,
  department: personText.department,
};

export const HiddenFields = ({ user }: { user: User }) => {
  const names = user.hidden.flatMap((field) => labels[field] ?? []);
  if (names.length === 0) return null;
  return (
    <Notice title={text.hiddenTitle}>
      <p>{text.hidden(names.join('、'))}</p>
      <p>{text.hiddenAdvice}</p>
    </Notice>
  );
};
