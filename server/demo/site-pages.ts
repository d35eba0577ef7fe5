import type { SitePage } from '@portal/contract/content';
import { phoneLink } from '../src/content/default-pages.ts';
import association from './association.json' with { type: 'json' };
import { type OrganizationCode, venues } from './content.ts';

/** Each branch with the telephone of its first venue. */
const branches = association.organizations
  .filter(({ code }) => code !== 'HQ')
  .map(
    ({ code, name }) =>
      `<li>${name}：${phoneLink(venues[code as OrganizationCode][0]?.contact_phone ?? '')}</li>`,
  )
  .join('');

/** The other pages of the footer are shown as delivered. */
export const contactPage: SitePage = {
  title: '聯絡我們',
  html: `<p>課程內容、報名資格、繳費與證照，請洽課程的主辦分會；主辦分會的聯絡人與電話列於各課程頁面。</p>
<h3>總會</h3>
<ul><li>電話：${phoneLink('02-20000000')}（週一至週五 09:00–17:30）</li><li>傳真：02-20000001</li><li>地址：100 臺北市中正區範例路一段1號</li></ul>
<h3>分會</h3>
<ul>${branches}</ul>
<h3>帳號問題</h3>
<p>忘記密碼請先使用「忘記密碼」。會別、姓名、身分證字號或出生日期需要更正，或無法收到信件時，請攜帶身分證件洽所屬分會。</p>
<h3>網站問題</h3>
<p>來電時請告知您使用的瀏覽器、發生的時間，以及畫面上的訊息。請勿以電話或電子郵件提供密碼。</p>`,
};
