import type { PersonEdit } from '@portal/contract/office/people';

const texts = [
  ...(['english_name', 'cell_phone', 'home_phone', 'company_phone'] as const),
  ...(['address', 'address_code', 'career', 'school', 'department'] as const),
];
const choices = ['sex', 'area', 'career_id', 'education', 'educationstatuse'] as const;

export type TextName = (typeof texts)[number];
export type ChoiceName = (typeof choices)[number];
export type EditValues = Record<TextName | ChoiceName | 'city', string>;

/** The fields in page order. */
export const editFields: readonly (keyof EditValues)[] = [
  ...(['english_name', 'sex', 'cell_phone', 'home_phone', 'company_phone'] as const),
  ...(['city', 'area', 'address', 'address_code'] as const),
  ...(['career', 'career_id', 'education', 'educationstatuse', 'school', 'department'] as const),
];

const shown = (value: string | number | null): string => (value === null ? '' : `${value}`);

export const valuesOf = (person: PersonEdit): EditValues =>
  Object.fromEntries(editFields.map((name) => [name, shown(person[name])])) as EditValues;

const numbered = (value: string): number | null => (value === '' ? null : Number(value));

/** The area tells the city. */
export const sentEdit = (values: EditValues) => ({
  ...(Object.fromEntries(texts.map((name) => [name, values[name]])) as Record<TextName, string>),
  ...(Object.fromEntries(choices.map((name) => [name, numbered(values[name])])) as {
    sex: 0 | 1 | null;
  } & Record<Exclude<ChoiceName, 'sex'>, number | null>),
});
