import type { personFields, RegistrationForm } from '@portal/contract/person-form';

type PersonForm = Pick<RegistrationForm, keyof typeof personFields>;

export const personColumns = (form: PersonForm) => ({
  englishName: form.english_name,
  sex: form.sex,
  address: form.address,
  addressCode: form.address_code,
  email: form.email,
  cellPhone: form.cell_phone,
  homePhone: form.home_phone,
  companyPhone: form.company_phone,
  employer: form.career,
  school: form.school,
  department: form.department,
});
