import type { Footer, SitePage, SitePageName } from '@portal/contract/content';
import { escapeHtml } from '@portal/contract/primitives';
import { telAddress } from '@portal/contract/tel-address';

/** The page to show until editors have set their own; the contact page names the association of the footer. */
export const defaultPage = (name: SitePageName, footer: Footer): SitePage =>
  name === 'Contact' ? contactPage(footer) : pages[name];

/** `html`: escaped. */
const listOf = (lines: readonly (readonly [term: string, html: string])[]): string =>
  lines
    .filter(([, html]) => html !== '')
    .map(([term, html]) => `<li>${term}：${html}</li>`)
    .join('');

/** Makes a link that calls the number. */
export const phoneLink = (written: string): string => {
  const address = telAddress(written);
  return address === null ? escapeHtml(written) : `<a href="${address}">${escapeHtml(written)}</a>`;
};

const contactPage = ({ name, phone, fax, address }: Footer): SitePage => {
  const lines = listOf([
    ['電話', phoneLink(phone)],
    ['傳真', escapeHtml(fax)],
    ['地址', escapeHtml(address)],
  ]);
  return {
    title: '聯絡我們',
    html: `<p>課程內容、報名資格、繳費與證照，請洽課程的主辦分會；主辦分會的聯絡人與電話列於各課程頁面。</p>
${lines && `<h3>${escapeHtml(name)}</h3>\n<ul>${lines}</ul>`}
<h3>帳號問題</h3>
<p>忘記密碼請先使用「忘記密碼」。會別、姓名、身分證字號或出生日期需要更正，或無法收到信件時，請洽所屬分會。</p>
<h3>網站問題</h3>
<p>來電時請告知您使用的瀏覽器、發生的時間，以及畫面上的訊息。請勿以電話或電子郵件提供密碼。</p>`,
  };
};

const pages: Record<Exclude<SitePageName, 'Contact'>, SitePage> = {
  Help: {
    title: '使用說明',
    html: `<h3>加入學員</h3>
<ol><li>按「加入學員」，填寫基本資料；照片可稍後補上，用於製作證照。</li><li>送出後即可登入；請點選確認信中的連結，以便收到審查結果。</li></ol>
<h3>報名課程</h3>
<ol><li>在「訓練課程」選單的「開課資訊」找到課程，展開後按「個人報名」。</li><li>確認資料後送出，名額即為您保留。</li><li>分會審查報名資格，結果以電子郵件通知，也可在「報名繳費紀錄」查詢。審查時間由分會安排，急需結果者請洽主辦分會。</li><li>審查通過後，請至「報名繳費紀錄」查看「繳費資訊」，於繳費期限前匯款，並填寫「繳費回報」。逾期未繳費，主辦分會可取消報名；如無法如期繳費，請先洽主辦分會。</li><li>分會確認收到款項後，才算完成報名。</li></ol>
<h3>團體報名</h3>
<p>團體管理員在「團體管理」選擇團體，按「為團體報名課程」，找到課程後按「團體報名」並勾選成員。</p>
<h3>團體成員</h3>
<p>團體管理員在團體的頁面按「新增成員」，由成員輸入自己的帳號與密碼；尚無帳號者，請先加入學員。成員的資料由本人在「個人資料編輯」維護。如需退出團體，請洽管理員；如需成立團體或變更管理員，請洽所屬分會。</p>
<h3>取消報名</h3>
<p>開課前、尚未回報繳費的報名，可在「報名繳費紀錄」取消；已繳費者請洽主辦分會。</p>
<h3>證照換證</h3>
<p>教練證照於到期日前六個月內，可在「證照換證申請」提出申請。</p>
<h3>從舊系統轉入的學員</h3>
<p>第一次登入的密碼為西元出生日期八碼，例如 19900131。登入後請確實填寫個人資料並變更密碼。</p>`,
  },
  Accessibility: {
    title: '無障礙聲明',
    html: `<p>本網站希望每個人都能使用，以網頁內容無障礙指引 WCAG 2.2 AA 為目標。</p>
<h3>已經做到的</h3>
<ul><li>所有功能都能只用鍵盤操作；按 Tab 鍵可先「跳到主要內容」。</li><li>文字與背景的對比至少 4.5:1，狀態同時以文字、圖示與顏色表示。</li><li>可放大至 200%，窄至 320 像素的畫面也不需左右捲動。</li><li>支援螢幕閱讀軟體、高對比模式，以及減少動態效果的設定。</li></ul>
<h3>已知的限制</h3>
<ul><li>主辦分會提供的附件（PDF、Word）可能沒有無障礙標籤，需要時請洽該分會。</li><li>查看地圖會開啟其他網站。</li></ul>
<h3>意見回饋</h3>
<p>使用上有困難，請見頁尾的「聯絡我們」。</p>`,
  },
};
