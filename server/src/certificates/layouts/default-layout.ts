import type { LayoutForm } from '@portal/contract/office/certificate-layouts';

/** The layout of kinds of certificates that have none of their own. */
export const defaultLayout: LayoutForm = {
  paper: 'a4-upright',
  hasCard: true,
  languages: 'chinese',
  calendars: 'both',
  issuer: '{organization}',
  issuerEnglish: null,
  title: '結業證書',
  titleEnglish: 'Certificate of Completion',
  text: '參加本會辦理之「{course}」，訓練期間自{period}，共計 {hours} 小時，期滿經測驗合格，特發給本證書，以資證明。',
  textEnglish:
    'has attended the training {course} ({period}, {hours} hours) and has passed its tests. This certificate is awarded in witness thereof.',
  logoId: null,
  backgroundId: null,
  signerId: null,
};
