/**
 * The words of the demo data: introductions, venues, payment instructions, and the raw material of invented people.
 * Everything is fictional but the safety knowledge. HTML uses only the tags that the portal's sanitiser lets through.
 */

import type { PictureName } from './pictures.ts';

interface IntroEntry {
  title: string;
  html: string;
}

interface IntroTypeText {
  title: string;
  picture: PictureName;
  entries: IntroEntry[];
}

interface Venue {
  place: string;
  contact_name: string;
  contact_phone: string;
}

/** A name in Chinese and as Taiwanese passports commonly spell it. */
interface RomanisedName {
  chinese: string;
  english: string;
}

export type CourseCode =
  | 'CPR'
  | 'FA1'
  | 'FA2'
  | 'FAI'
  | 'WS1'
  | 'LG1'
  | 'LG2'
  | 'LGI'
  | 'SWC'
  | 'SWB'
  | 'SWA'
  | 'DP1'
  | 'DPI';

export type OrganizationCode = 'HQ' | 'TPE' | 'NTP' | 'TYN' | 'TXG' | 'TNN' | 'KHH' | 'HUN';

export const banners: { picture: PictureName; title: string; focus: number; link: string | null }[] = [
  { picture: 'banner-sea', title: '海上的救生艇與波浪', focus: 40, link: null },
  { picture: 'banner-mountain', title: '山域與步道', focus: 40, link: null },
  { picture: 'banner-firstaid', title: '急救訓練', focus: 50, link: '/Intro/急救訓練' },
];

export const introTypes: IntroTypeText[] = [
  {
    title: '急救訓練',
    picture: 'intro-firstaid',
    entries: [
      {
        title: '為什麼要學急救',
        html: flow`
<p>突然倒下的人，大腦缺氧四到六分鐘就可能受損；而救護車從受理到抵達，往往也需要好幾分鐘。這段空檔能不能有人動手，
常常決定一個人是否平安回家。學會急救的意義，就在於把「等待」變成「處置」。</p>
<p>急救不是醫療。急救員不診斷、不用藥，而是在確保自身安全的前提下，做三件事：</p>
<ol>
<li><strong>保命</strong>：處理立即危及生命的狀況，例如沒有呼吸、大量出血。</li>
<li><strong>防止惡化</strong>：固定、保暖、擺放適當姿勢，不做多餘的搬動。</li>
<li><strong>協助送醫</strong>：及早求救，並把觀察到的狀況清楚交給救護人員。</li>
</ol>
<h3>打 119 時要說什麼</h3>
<ul>
<li>地點：地址或明顯的地標；在山區或海邊可提供座標。</li>
<li>狀況：發生什麼事、有幾位傷病患、意識與呼吸如何。</li>
<li>聯絡方式：您的姓名與行動電話。對方說可以掛斷之前，請不要先掛斷。</li>
</ul>`,
      },
      {
        title: '心肺復甦術與 AED',
        html: flow`
<p>發現有人倒地，請記得「叫、叫、C、A、B、D」：確認意識、求救並取得 AED、胸外按壓、暢通呼吸道、人工呼吸、電擊。
沒有受過人工呼吸訓練，或不方便施行時，只做不中斷的胸外按壓，也比什麼都不做好得多。</p>
<h3>按壓的要領</h3>
<table>
<thead><tr><th>對象</th><th>按壓位置</th><th>深度</th><th>速率</th></tr></thead>
<tbody>
<tr><td>成人</td><td>胸骨下半段</td><td>5 至 6 公分</td><td>每分鐘 100 至 120 次</td></tr>
<tr><td>兒童（1 歲至青春期前）</td><td>胸骨下半段</td><td>約 5 公分（胸廓深度三分之一）</td><td>每分鐘 100 至 120 次</td></tr>
<tr><td>嬰兒（未滿 1 歲）</td><td>兩乳頭連線中央下方</td><td>約 4 公分（胸廓深度三分之一）</td><td>每分鐘 100 至 120 次</td></tr>
</tbody>
</table>
<p>每次按壓後讓胸部完全回彈；單人施救時，每按壓 30 次給予 2 次人工呼吸。約兩分鐘就會疲累，現場有人時請輪流按壓，
換手時中斷不要超過十秒。</p>
<h3>AED 只有四個步驟</h3>
<ol>
<li>打開電源，聽從語音指示。</li>
<li>依圖示將貼片貼在裸露、擦乾的胸部。</li>
<li>機器分析心律時，所有人不要碰觸患者。</li>
<li>建議電擊時，確認無人接觸後按下電擊鈕，並立刻恢復按壓。</li>
</ol>`,
      },
      {
        title: '出血、骨折與燒燙傷',
        html: flow`
<p>外傷處理的順序是：現場安全、止血、保護傷口、固定、保暖。血流不止時，不必先找藥，用乾淨的布直接、持續、用力地
壓住傷口，就是最有效的止血方法。</p>
<h3>直接加壓止血</h3>
<ul>
<li>戴上手套或隔一層塑膠袋，保護自己。</li>
<li>持續加壓，不要一直掀開查看；敷料滲血時，直接往上加蓋。</li>
<li>異物插入傷口時<strong>不要拔出</strong>，在四周墊高固定後送醫。</li>
</ul>
<h3>懷疑骨折時</h3>
<p>不要試圖把骨頭推回原位。以夾板或捲起的雜誌，固定傷處上下兩個關節，並檢查末端的顏色、溫度與感覺。
懷疑頸部或脊椎受傷，除非現場有立即危險，否則請勿移動。</p>
<h3>燒燙傷：沖、脫、泡、蓋、送</h3>
<table>
<thead><tr><th>步驟</th><th>做法</th><th>注意</th></tr></thead>
<tbody>
<tr><td>沖</td><td>流動冷水沖 15 至 30 分鐘</td><td>不要直接冰敷</td></tr>
<tr><td>脫</td><td>在水中小心除去衣物</td><td>黏住的部分剪開保留</td></tr>
<tr><td>泡</td><td>疼痛時泡在冷水中</td><td>嬰幼兒與大面積傷者避免失溫</td></tr>
<tr><td>蓋</td><td>以乾淨布巾覆蓋</td><td>不塗牙膏、醬油等偏方</td></tr>
<tr><td>送</td><td>送往適當的醫療院所</td><td>臉部、手部與會陰部燒燙傷一律就醫</td></tr>
</tbody>
</table>`,
      },
      {
        title: '山野活動的急救準備',
        html: flow`
<p>在山上，最近的醫院可能在一天的路程之外。野外急救的重點，是在有限的器材與漫長的等待中，讓傷病患維持穩定，並且
讓整支隊伍保持安全。</p>
<h3>常見的三種狀況</h3>
<ul>
<li><strong>高山症</strong>：頭痛、噁心、倦怠時停止上升；走路不穩、意識不清或休息時仍喘，應立即下撤。</li>
<li><strong>失溫</strong>：離開風雨、換下濕衣、從身體核心保暖；意識清楚者可喝溫熱的含糖飲料。</li>
<li><strong>扭傷</strong>：休息、固定、冷敷、抬高。還能不能走，請在確認傷勢之後再決定。</li>
</ul>
<p>出發前，請把行程交給留守人，並約定最晚的聯絡時間。隊伍急救包應由固定的人保管，至少包含下列品項：</p>
<ol>
<li>手套、敷料、彈性繃帶、三角巾、透氣膠帶與剪刀。</li>
<li>可塑形夾板、保溫毯、哨子、頭燈與備用電池。</li>
<li>隊員個人藥品與緊急聯絡卡。</li>
</ol>
<p>想進一步了解，可參考<a href="https://www.example.org/mountain-first-aid">山野急救準備清單</a>。</p>`,
      },
      {
        title: '課程怎麼選',
        html: flow`
<p>急救訓練由淺入深分為三級。沒有任何基礎也能從「基本救命術訓練」或「初級急救員訓練」開始；想擔任活動隨隊或
職場急救人員，建議完成初級以上課程。</p>
<table>
<thead><tr><th>代碼</th><th>訓練項目</th><th>時數</th><th>報名資格</th><th>證照效期</th></tr></thead>
<tbody>
<tr><td>CPR</td><td>基本救命術訓練</td><td>8 小時</td><td>不限</td><td>2 年</td></tr>
<tr><td>FA1</td><td>初級急救員訓練</td><td>16 小時</td><td>不限</td><td>3 年</td></tr>
<tr><td>FA2</td><td>高級急救員訓練</td><td>40 小時</td><td>持有效之初級急救員證</td><td>3 年</td></tr>
</tbody>
</table>
<p>上列皆為一般證照，<em>不可申請換證</em>，效期屆滿後須重新受訓。各班名額與開課日期請見「開課資訊」。</p>`,
      },
    ],
  },
  {
    title: '水上安全訓練',
    picture: 'intro-water',
    entries: [
      {
        title: '下水之前',
        html: flow`
<p>大多數的溺水事件，發生在沒有救生員的溪流、海邊與水塘。真正的水上安全，從岸上就開始：看懂環境、了解自己的能力、
做好準備，比任何泳技都重要。</p>
<h3>五個檢查</h3>
<ol>
<li><strong>天氣</strong>：雷雨、長浪、上游降雨，都是不下水的理由。</li>
<li><strong>水域</strong>：有沒有救生員、警告標誌，哪裡可以上岸。</li>
<li><strong>身體</strong>：空腹、過飽、酒後、睡眠不足，都不適合下水。</li>
<li><strong>裝備</strong>：開放水域活動一律穿著合身的救生衣，並扣緊胯帶。</li>
<li><strong>同伴</strong>：不單獨下水，隨時看得見彼此；兒童須在伸手可及的距離內。</li>
</ol>
<p>熱身要充分，入水時先以腳試探水深與水溫，從低處慢慢進入。不熟悉的水域<strong>絕對不要跳水</strong>。</p>`,
      },
      {
        title: '自救：先浮起來，再想辦法',
        html: flow`
<p>落水時最重要的是保留體力、維持呼吸。慌張掙扎會讓身體直立下沉；放鬆、把身體攤開，人就會浮起來。</p>
<table>
<thead><tr><th>方法</th><th>適用時機</th><th>要領</th></tr></thead>
<tbody>
<tr><td>水母漂</td><td>需要短暫休息、解除抽筋</td><td>深吸氣後臉部入水，四肢自然下垂，換氣時手輕輕下壓</td></tr>
<tr><td>仰漂</td><td>等待救援、長時間漂浮</td><td>耳朵入水、下巴上抬、胸口挺起，呼吸放慢</td></tr>
<tr><td>踩水</td><td>觀察四周、呼救</td><td>頭在水面上，雙腳輪流向下踩踏</td></tr>
<tr><td>漂浮物運用</td><td>身邊有浮具、空水桶或寶特瓶</td><td>抱在胸前，身體後仰，雙腳併攏減少失溫</td></tr>
</tbody>
</table>
<h3>遇到離岸流</h3>
<p>感覺被帶離岸邊時，不要正面逆游。保持漂浮、舉手呼救；還有體力的話，沿著與海岸平行的方向游，離開水流後再斜向
游回岸邊。</p>
<p>抽筋時先深吸一口氣，以水母漂的姿勢拉直抽筋的部位，緩解後換另一種泳姿上岸。</p>`,
      },
      {
        title: '看見有人溺水',
        html: flow`
<p>溺水的人往往沒有力氣呼喊：頭部後仰、嘴巴在水面上下、雙手在兩側下壓、身體直立而沒有前進，都是警訊。
請記得救溺五步「叫、叫、伸、拋、划」。</p>
<ol>
<li><strong>叫</strong>：大聲呼救，請附近的人幫忙。</li>
<li><strong>叫</strong>：撥打 119；海上事故也可以撥打 118。</li>
<li><strong>伸</strong>：趴低身體，伸出竹竿、樹枝或毛巾。</li>
<li><strong>拋</strong>：拋出救生圈、繩袋、球或綁了繩子的寶特瓶。</li>
<li><strong>划</strong>：划船或利用大型浮具接近。</li>
</ol>
<p>沒有受過訓練，<strong>請不要下水救人</strong>。救上岸後，立即確認意識與呼吸；沒有呼吸就開始心肺復甦術，溺水患者
應盡早給予人工呼吸。即使患者已經清醒，也應送醫觀察。</p>`,
      },
      {
        title: '從自救到救生員',
        html: flow`
<p>水上安全訓練分為自救、游泳池救生與開放水域救生三個階段。每個階段都包含學科與術科，各科滿分 100 分，70 分及格。</p>
<table>
<thead><tr><th>代碼</th><th>訓練項目</th><th>時數</th><th>報名資格</th></tr></thead>
<tbody>
<tr><td>WS1</td><td>水上自救訓練</td><td>16 小時</td><td>不限，不會游泳也可以參加</td></tr>
<tr><td>LG1</td><td>游泳池救生員訓練</td><td>60 小時</td><td>持有效之基本救命術合格證</td></tr>
<tr><td>LG2</td><td>開放水域救生員訓練</td><td>40 小時</td><td>持有效之游泳池救生員證</td></tr>
</tbody>
</table>
<h3>參加救生員訓練前的自我評估</h3>
<ul>
<li>能連續游完 200 公尺，且捷式與蛙式動作熟練。</li>
<li>能以任一方式潛泳 15 公尺以上。</li>
<li>沒有心血管疾病、癲癇等不適合劇烈運動的病史。</li>
</ul>
<p>體能準備的建議，可參考<a href="https://www.example.org/lifeguard-preparation">救生員訓練前的八週準備</a>。</p>`,
      },
    ],
  },
  {
    title: '防災訓練',
    picture: 'intro-disaster',
    entries: [
      {
        title: '地震：趴下、掩護、穩住',
        html: flow`
<p>臺灣位在板塊交界，地震無法避免，但受傷可以減少。搖晃時多數傷害來自掉落物與倒下的家具，而不是建築物倒塌，
所以第一個動作是<strong>保護頭頸部</strong>。</p>
<h3>搖晃的當下</h3>
<ol>
<li><strong>趴下</strong>：降低重心，避免跌倒。</li>
<li><strong>掩護</strong>：躲在堅固的桌下；沒有桌子就靠近內牆角，以手臂或書包保護頭頸部。</li>
<li><strong>穩住</strong>：握住桌腳，直到搖晃停止。</li>
</ol>
<h3>搖晃停止之後</h3>
<ul>
<li>穿上鞋子，關閉瓦斯與爐火，打開出口的門。</li>
<li>走樓梯，不搭電梯；離開時留意招牌與玻璃。</li>
<li>前往預先約定的集合地點，清點人數，並防備餘震。</li>
</ul>
<p>在海邊感受到強烈或長時間的搖晃，不必等待警報，請立刻往高處移動。</p>`,
      },
      {
        title: '火災：小火快逃、濃煙關門',
        html: flow`
<p>火場中奪走性命的往往是濃煙。發現火勢時，先判斷能不能滅、路能不能走，再決定行動；不要浪費時間收拾財物，
也不要躲在浴室或尋找濕毛巾。</p>
<h3>三種處境</h3>
<table>
<thead><tr><th>處境</th><th>行動</th></tr></thead>
<tbody>
<tr><td>火源小、剛起火</td><td>示警並撥打 119，在有退路的前提下以滅火器撲滅</td></tr>
<tr><td>樓梯間沒有煙</td><td>低姿勢往下逃生，離開時隨手關門</td></tr>
<tr><td>門外已有濃煙或高溫</td><td>退回房內、關門、塞住門縫，到窗邊求救待援</td></tr>
</tbody>
</table>
<h3>滅火器四步驟</h3>
<ol>
<li><strong>拉</strong>：拉開安全插梢。</li>
<li><strong>瞄</strong>：站在上風處，瞄準火焰根部。</li>
<li><strong>壓</strong>：用力壓下握把。</li>
<li><strong>掃</strong>：左右掃射，火熄後再灑水冷卻。</li>
</ol>
<p>油鍋起火時不可潑水：關閉火源，蓋上鍋蓋，等它降溫。</p>`,
      },
      {
        title: '颱風、豪雨與緊急避難包',
        html: flow`
<p>颱風與豪雨可以預報，準備也就有時間做。住在低窪或山坡地區的家庭，應事先知道最近的避難收容處所，並在疏散通知
發布時提早離開，不要等到路斷了才走。</p>
<h3>緊急避難包</h3>
<p>放在門口拿得到的地方，以一個人背得動為原則，每半年檢查一次。</p>
<table>
<thead><tr><th>類別</th><th>內容</th></tr></thead>
<tbody>
<tr><td>飲食</td><td>三天份的飲水與免煮食品、開罐器</td></tr>
<tr><td>照明與通訊</td><td>手電筒、收音機、電池、行動電源、哨子</td></tr>
<tr><td>醫療</td><td>個人藥品、急救用品、口罩、處方影本</td></tr>
<tr><td>證件與現金</td><td>證件影本、少量現金、緊急聯絡卡</td></tr>
<tr><td>保暖</td><td>雨衣、保溫毯、替換衣物、粗棉手套</td></tr>
</tbody>
</table>
<ul>
<li>有嬰幼兒、長者或寵物的家庭，另外準備奶粉、尿布、輔具與飼料。</li>
<li>和家人約定兩個集合地點：住家附近一個、社區以外一個。</li>
</ul>`,
      },
      {
        title: '成為防災志工',
        html: flow`
<p>大規模災害發生後，最先伸出手的通常是鄰居。<strong>防災志工訓練</strong>（代碼 DP1，16 小時）教您在專業救援抵達前，
安全地組織社區自助互助。</p>
<h3>課程內容</h3>
<ul>
<li>災害防救概論：臺灣常見災害、預警資訊與社區風險。</li>
<li>避難引導：集合、清點、引導長者與行動不便者。</li>
<li>簡易搜救：搜索標記、撐頂與搬運，以及何時不該進入。</li>
<li>初期滅火：滅火器、室內消防栓與實火操作。</li>
</ul>
<p>四科各 70 分及格，合格者取得防災志工證，效期三年。取得後可繼續報名「防災教育教練訓練」。</p>
<p>訓練前可以先完成<a href="https://www.example.org/community-risk-map">社區風險地圖</a>的練習，帶著您住家附近的地圖來上課。</p>`,
      },
    ],
  },
  {
    title: '教練培訓',
    picture: 'intro-coach',
    entries: [
      {
        title: '教練的角色',
        html: flow`
<p>會做，和會教，是兩種能力。教練要把正確的動作拆成看得懂的步驟，看見學員卡在哪裡，用一句話讓他做對；更要在操作中
隨時守住安全。</p>
<p>各項教練訓練都包含學科、示範與試教。試教時，您將面對真正的學員，由資深教練在旁觀察，並於課後逐項回饋。</p>
<ul>
<li><strong>安全</strong>：場地、器材與人數比例，永遠排在進度之前。</li>
<li><strong>清楚</strong>：一次只教一件事，先示範、再分解、最後讓學員說出來。</li>
<li><strong>公平</strong>：測驗依評分表進行，及格標準對每位學員都相同。</li>
</ul>`,
      },
      {
        title: '教練課程一覽',
        html: flow`
<p>報名教練課程前，請先確認您持有的證照仍在效期內。資格審查以報名當日為準。</p>
<table>
<thead><tr><th>代碼</th><th>訓練項目</th><th>時數</th><th>須持有的證照</th><th>效期</th></tr></thead>
<tbody>
<tr><td>FAI</td><td>急救教練訓練</td><td>56 小時</td><td>高級急救員證</td><td>3 年</td></tr>
<tr><td>LGI</td><td>救生教練訓練</td><td>72 小時</td><td>游泳池救生員證</td><td>4 年</td></tr>
<tr><td>SWC</td><td>C級游泳教練訓練</td><td>48 小時</td><td>不限</td><td>4 年</td></tr>
<tr><td>SWB</td><td>B級游泳教練訓練</td><td>56 小時</td><td>C級游泳教練證</td><td>4 年</td></tr>
<tr><td>SWA</td><td>A級游泳教練訓練</td><td>64 小時</td><td>B級游泳教練證</td><td>4 年</td></tr>
<tr><td>DPI</td><td>防災教育教練訓練</td><td>48 小時</td><td>防災志工證</td><td>3 年</td></tr>
</tbody>
</table>
<h3>建議的準備</h3>
<ol>
<li>複習原有證照的全部術科，確定每個動作都能邊做邊講。</li>
<li>旁聽一次完整的課程，記錄教練如何開場、分組與收尾。</li>
<li>選一個十五分鐘的單元，寫好教案帶來上課。</li>
</ol>`,
      },
      {
        title: '教案與試教',
        html: flow`
<p>一份好的教案，讓另一位教練拿到就能上課。請把「學員會做什麼」寫在最前面，再決定要講多少。</p>
<h3>十五分鐘單元的範例</h3>
<table>
<thead><tr><th>時間</th><th>活動</th><th>教練要觀察的事</th></tr></thead>
<tbody>
<tr><td>0–2 分</td><td>情境與目標：今天要學會什麼</td><td>學員是否都看得到、聽得到</td></tr>
<tr><td>2–5 分</td><td>完整示範一次，再分解示範</td><td>關鍵動作有沒有停頓說明</td></tr>
<tr><td>5–12 分</td><td>兩人一組練習，教練巡迴</td><td>先肯定，再指出一個可以更好的地方</td></tr>
<tr><td>12–15 分</td><td>學員示範，全體歸納三個重點</td><td>有沒有人還做不到，課後如何補強</td></tr>
</tbody>
</table>
<h4>試教評分</h4>
<ul>
<li>內容正確（40 分）</li>
<li>示範與口令（30 分）</li>
<li>安全管理（20 分）</li>
<li>時間掌握（10 分）</li>
</ul>
<p>空白教案可由<a href="https://www.example.org/lesson-plan">教案範本</a>下載。</p>`,
      },
      {
        title: '教練證照換證',
        html: flow`
<p>教練證照與一般證照不同，<strong>可以申請換證</strong>。請於到期日前六個月內，登入後至「學員中心 &gt; 證照換證申請」辦理；
核准後，新證照效期自原到期日起展延，提早申請不會損失效期。</p>
<h3>換證前請確認</h3>
<ol>
<li>個人資料與照片為最新。</li>
<li>效期內曾協助或主持教學，並保留課程紀錄。</li>
<li>行動電話與電子郵件可以收到通知。</li>
</ol>
<table>
<thead><tr><th>情況</th><th>怎麼辦</th></tr></thead>
<tbody>
<tr><td>距到期日超過六個月</td><td>尚未開放，屆時再申請</td></tr>
<tr><td>距到期日六個月以內</td><td>線上申請，等候審查</td></tr>
<tr><td>審查未通過</td><td>依審查結果的說明補正後，重新申請</td></tr>
<tr><td>已逾到期日</td><td>請聯絡所屬分會，洽詢重新受訓事宜</td></tr>
</tbody>
</table>`,
      },
    ],
  },
];

/** Introduction of a class, by its course. `{image}` in FA1 is where the loader puts the address of a picture. */
export const classHtml: Record<CourseCode, string> = {
  CPR: flow`
<h3>八小時，學會救一個人</h3>
<p>以成人心肺復甦術與 AED 為核心，每兩人一具假人，反覆操作到動作成為習慣。</p>
<ul>
<li>成人、兒童與嬰兒心肺復甦術</li>
<li>AED 操作與貼片位置</li>
<li>異物哽塞處理：背部拍擊與腹部快速擠壓</li>
<li>學科與術科測驗，各科 70 分及格</li>
</ul>
<p><strong>報名資格</strong>：不限，沒有任何基礎也可以參加。合格者核發基本救命術合格證，效期兩年。請穿著長褲，方便跪姿操作。</p>`,
  FA1: flow`
<h3>兩天，成為第一位幫得上忙的人</h3>
<p><img src="{image}" alt="急救員跪在患者身旁施行心肺復甦術，另一人準備 AED"></p>
<p>初級急救員訓練共 16 小時，從現場安全、傷病患評估到包紮與搬運，以分組操作為主，適合一般民眾、職場急救人員與
戶外活動領隊。</p>
<h4>您會學到</h4>
<ul>
<li>急救理論：原則、法律責任與求救要領</li>
<li>心肺復甦術與 AED：成人、兒童與嬰兒</li>
<li>創傷處理與包紮：止血、敷料、三角巾與骨折固定</li>
<li>傷患搬運：徒手與擔架</li>
</ul>
<h4>課程安排</h4>
<table>
<thead><tr><th>時間</th><th>第一天</th><th>第二天</th></tr></thead>
<tbody>
<tr><td>09:00–12:00</td><td>急救理論</td><td>創傷處理與包紮</td></tr>
<tr><td>13:00–15:00</td><td>心肺復甦術</td><td>骨折固定、傷患搬運</td></tr>
<tr><td>15:10–17:00</td><td>AED、異物哽塞處理</td><td>常見急症、綜合演練</td></tr>
<tr><td>17:00–18:00</td><td>分組練習</td><td>學科與術科測驗</td></tr>
</tbody>
</table>
<p>報名前請先閱讀<a href="https://www.example.org/first-aid-notice">學員須知</a>，並下載附件中的個人健康聲明書，填妥後於開課當日交給工作人員，
報名時不必上傳。</p>
<p><strong>報名資格</strong>：不限，沒有任何基礎也可以參加。各科皆達 70 分者，核發<strong>初級急救員證</strong>，效期三年。</p>`,
  FA2: flow`
<h3>從處置，進到判斷</h3>
<p>40 小時的進階訓練，以情境演練貫穿全程：多位傷病患、器材不足、等待時間長，您要決定先救誰、怎麼分工。</p>
<ul>
<li>系統化的傷病評估與生命徵象紀錄</li>
<li>雙人心肺復甦術與 AED 團隊操作</li>
<li>骨折固定、頸椎保護與長背板搬運</li>
<li>中暑、失溫、過敏、中風等急症的辨識</li>
<li>夜間與戶外情境演練</li>
</ul>
<p><strong>報名資格</strong>：持有效之初級急救員證。合格者核發高級急救員證，效期三年。</p>`,
  FAI: flow`
<h3>把急救教給更多人</h3>
<p>急救教練訓練共 56 小時，分為學科、示範教學與試教三個階段，試教對象為初級急救員班的學員。</p>
<ol>
<li>急救理論與最新指引更新</li>
<li>教學法與教案設計</li>
<li>示範教學：動作標準、口令與分解</li>
<li>試教：每人至少兩個單元</li>
</ol>
<p><strong>報名資格</strong>：持有效之高級急救員證。合格者核發急救教練證，效期三年，可於到期日前六個月內申請換證。</p>`,
  WS1: flow`
<h3>不會游泳，也能先學會不沉</h3>
<p>16 小時的水上自救訓練，從適應水性開始，讓每一位學員都能在落水時保持漂浮、等待救援。</p>
<ul>
<li>水域安全知識：看懂水流、天氣與警告標誌</li>
<li>水母漂、仰漂與踩水</li>
<li>救生衣穿著與漂浮物運用</li>
<li>著衣落水體驗</li>
</ul>
<p><strong>報名資格</strong>：不限，不會游泳也可以參加。請自備泳衣、泳帽與蛙鏡，另帶一套乾淨的長袖衣褲供著衣練習。合格者核發水上自救合格證，效期兩年。</p>`,
  LG1: flow`
<h3>守護池畔的六十小時</h3>
<p>游泳池救生員訓練兼顧泳技、救生技術與值勤觀念，訓練強度高，請於開課前維持規律的游泳練習。</p>
<ul>
<li>救生理論：職責、值勤規畫與溺水辨識</li>
<li>四式游泳與速度耐力</li>
<li>入水法與接近法、防衛與解脫</li>
<li>帶人法與起岸</li>
<li>心肺復甦術與 AED</li>
</ul>
<p><strong>報名資格</strong>：年滿 18 歲，能連續游完 200 公尺，並持有效之基本救命術合格證。
合格者核發游泳池救生員證，效期三年。</p>`,
  LG2: flow`
<h3>走出泳池，面對海流</h3>
<p>開放水域救生員訓練以海岸與湖泊為場地，40 小時中有一半以上在水域實作，並以團隊救援演練作為結訓測驗。</p>
<ul>
<li>開放水域救援知識：潮汐、離岸流與氣象</li>
<li>1,000 公尺長泳</li>
<li>魚雷浮標、救生板與拋繩袋運用</li>
<li>長背板操作與沙灘搬運</li>
</ul>
<p><strong>報名資格</strong>：持有效之游泳池救生員證。訓練日期可能因海象調整，請預留備用日。</p>`,
  LGI: flow`
<h3>培養下一代救生員</h3>
<p>救生教練訓練共 72 小時，除救生技術示範外，著重教學安全、分組管理與測驗評分的一致性。</p>
<ol>
<li>救生理論與教學法</li>
<li>救生技術示範：每個動作都能慢速分解</li>
<li>試教：池畔與水中教學各一次</li>
</ol>
<p><strong>報名資格</strong>：持有效之游泳池救生員證。合格者核發救生教練證，效期四年，可申請換證。</p>`,
  SWC: flow`
<h3>游泳教練的第一步</h3>
<p>C級游泳教練訓練以初學者教學為主，48 小時內完成四式游泳示範、教學順序與運動傷害防護。</p>
<ul>
<li>游泳運動概論與水域安全</li>
<li>運動傷害防護與緊急處置</li>
<li>四式游泳示範與常見錯誤修正</li>
<li>試教：兒童班與成人班</li>
</ul>
<p><strong>報名資格</strong>：具備四式游泳能力。合格者核發C級游泳教練證，效期四年，可申請換證。</p>`,
  SWB: flow`
<h3>讓進步看得見</h3>
<p>B級游泳教練訓練共 56 小時，學習以影片分析動作、安排週期訓練，帶領學員從會游到游得好。</p>
<ul>
<li>運動訓練法：強度、量與恢復</li>
<li>運動心理學：目標設定與賽前調適</li>
<li>技術分析：水下攝影與划頻、划幅</li>
<li>試教：選手培育單元</li>
</ul>
<p><strong>報名資格</strong>：持有效之C級游泳教練證。</p>`,
  SWA: flow`
<h3>以科學帶領團隊</h3>
<p>A級游泳教練訓練為最高階課程，64 小時以專題研究為核心，結訓時須完成一份年度訓練計畫與口頭報告。</p>
<ul>
<li>運動科學：生理監控與營養</li>
<li>訓練計畫撰寫：年度與週期</li>
<li>專題報告：由三位評審共同評分</li>
<li>試教：教練增能單元</li>
</ul>
<p><strong>報名資格</strong>：持有效之B級游泳教練證。</p>`,
  DP1: flow`
<h3>社區裡最先行動的人</h3>
<p>防災志工訓練共 16 小時，室內課與戶外操作各半，最後以一場社區避難演練驗收。</p>
<ul>
<li>災害防救概論與社區風險地圖</li>
<li>避難引導：集合、清點與弱勢協助</li>
<li>簡易搜救與傷患搬運</li>
<li>初期滅火：滅火器實火操作</li>
</ul>
<p><strong>報名資格</strong>：不限。請穿著長袖長褲與包覆腳趾的鞋子；安全帽與手套由分會提供。合格者核發防災志工證，效期三年。</p>`,
  DPI: flow`
<h3>設計一場有用的演練</h3>
<p>防災教育教練訓練共 48 小時，學員將為一所學校或社區規劃演練，從風險盤點、腳本、執行到檢討。</p>
<ol>
<li>災害防救法規與分工</li>
<li>教學法：不同年齡層的防災教育</li>
<li>演練規劃：情境、腳本與安全管制</li>
<li>試教：三十分鐘教學單元</li>
</ol>
<p><strong>報名資格</strong>：持有效之防災志工證。合格者核發防災教育教練證，效期三年，可申請換證。</p>`,
};

/** Introduction of a class for people who passed CPR before. */
export const refresherHtml = flow`
<h3>複訓班：把動作找回來</h3>
<p>為曾取得基本救命術證書的學員安排的複訓，以最新指引重新練習成人、兒童與嬰兒心肺復甦術、AED 操作與異物哽塞處理。</p>
<p><strong>報名資格</strong>：曾取得基本救命術證書，逾期亦可。報名前請先致電主辦分會聯絡人，將證書影本寄交分會；
未收到影本者，資格審查不予通過。沒有證書者，請報名不限資格的基本救命術訓練。</p>
<p>各科皆達 70 分者，重新核發基本救命術合格證，效期兩年。</p>`;

export const bankAccount = {
  bank: '海嶼商業銀行（代碼 999）範例分行',
  holder: '全國安全技能訓練協會',
  number: '000-00-000000-0',
};

/** Bank transfer instructions. */
export function paidHtml(fee: number): string {
  return flow`
<p>請於繳費期限前，以自動櫃員機、網路銀行或臨櫃匯款，將訓練費匯入下列帳戶。</p>
<table>
<tbody>
<tr><th>訓練費（每人）</th><td><strong>新臺幣 ${fee.toLocaleString('en-US')} 元</strong></td></tr>
<tr><th>銀行</th><td>${bankAccount.bank}</td></tr>
<tr><th>戶名</th><td>${bankAccount.holder}</td></tr>
<tr><th>帳號</th><td>${bankAccount.number}</td></tr>
</tbody>
</table>
<ol>
<li>匯款後請保留收據或交易明細。</li>
<li>至「學員中心 &gt; 報名繳費紀錄」填寫繳費回報，輸入匯款帳號或收據末五碼。</li>
<li>分會於三個工作日內完成繳費審查，結果可於同一頁查詢。</li>
</ol>`;
}

export const paymentInfo = flow`
<ul>
<li>匯款手續費由學員自行負擔，請勿自應繳金額中扣除。</li>
<li>團體報名由管理員依已通過資格審查且未繳費的人數匯款，填寫一次繳費回報即可。</li>
<li>個人報名而多人一起匯款時，請各自填寫繳費回報；匯款金額填自己的部分。</li>
<li>需要公司抬頭的收據者，請於開課前將抬頭與統一編號告知主辦分會。</li>
<li>開課日前 7 日（含）以前取消者全額退費；開課日前 6 日至前 1 日取消者，退還七成；開課後恕不退費。</li>
</ul>`;

export const refresherPlace = '臺北市分會複訓教室（臺北市中正區範例路一段 1 號 4 樓）';

/** Places of an organisation's classes. The third of each has a pool, for the water classes. */
export const venues: Record<OrganizationCode, Venue[]> = {
  HQ: [
    {
      place: '總會訓練中心（臺北市中正區範例路一段 1 號 5 樓）',
      contact_name: '高先生',
      contact_phone: '02-20000000',
    },
    {
      place: '總會多功能教室（臺北市中正區範例路一段 1 號 6 樓）',
      contact_name: '沈小姐',
      contact_phone: '02-20000002',
    },
    {
      place: '安訓游泳池（臺北市中正區範例路二段 20 號）',
      contact_name: '方小姐',
      contact_phone: '02-20000003',
    },
  ],
  TPE: [
    {
      place: '臺北市分會第一訓練教室（臺北市中正區範例路一段 1 號 3 樓）',
      contact_name: '周小姐',
      contact_phone: '02-20000010',
    },
    {
      place: '松平社區活動中心大禮堂（臺北市松山區松平街 88 號）',
      contact_name: '梁先生',
      contact_phone: '02-20000011',
    },
    { place: '青松游泳池（臺北市大安區青松路 12 號）', contact_name: '夏先生', contact_phone: '02-20000012' },
  ],
  NTP: [
    {
      place: '新北市分會訓練教室（新北市板橋區海安路 50 號 2 樓）',
      contact_name: '溫小姐',
      contact_phone: '02-20000020',
    },
    {
      place: '山城防災訓練場（新北市新店區山城路 120 號）',
      contact_name: '魏先生',
      contact_phone: '02-20000021',
    },
    { place: '河岸游泳池（新北市永和區河岸街 6 號）', contact_name: '唐小姐', contact_phone: '02-20000022' },
  ],
  TYN: [
    {
      place: '桃園市分會訓練教室（桃園市桃園區平安路 33 號 4 樓）',
      contact_name: '范小姐',
      contact_phone: '03-3000001',
    },
    {
      place: '埤塘環境教室（桃園市中壢區埤塘路 15 號）',
      contact_name: '古先生',
      contact_phone: '03-3000002',
    },
    { place: '千湖游泳池（桃園市平鎮區千湖街 9 號）', contact_name: '田小姐', contact_phone: '03-3000003' },
  ],
  TXG: [
    {
      place: '臺中市分會訓練教室（臺中市西區安訓路 66 號 3 樓）',
      contact_name: '童小姐',
      contact_phone: '04-22000001',
    },
    {
      place: '晴安防災體驗館（臺中市北區防災街 10 號）',
      contact_name: '紀先生',
      contact_phone: '04-22000002',
    },
    { place: '大坪游泳池（臺中市南屯區大坪路 70 號）', contact_name: '白先生', contact_phone: '04-22000003' },
  ],
  TNN: [
    {
      place: '臺南市分會訓練教室（臺南市東區鳳凰路 21 號 2 樓）',
      contact_name: '侯小姐',
      contact_phone: '06-2000001',
    },
    {
      place: '鹽田社區學習中心（臺南市安南區鹽田街 3 號）',
      contact_name: '馬先生',
      contact_phone: '06-2000002',
    },
    {
      place: '運河游泳池（臺南市安平區運河邊路 18 號）',
      contact_name: '歐小姐',
      contact_phone: '06-2000003',
    },
  ],
  KHH: [
    {
      place: '高雄市分會訓練教室（高雄市苓雅區港風路 99 號 6 樓）',
      contact_name: '柯小姐',
      contact_phone: '07-3000001',
    },
    {
      place: '港風海岸訓練站（高雄市旗津區海岸線路 1 號）',
      contact_name: '尤先生',
      contact_phone: '07-3000002',
    },
    { place: '南風游泳池（高雄市左營區南風街 27 號）', contact_name: '孫先生', contact_phone: '07-3000003' },
  ],
  HUN: [
    {
      place: '花蓮縣分會訓練教室（花蓮縣花蓮市縱谷路 40 號 2 樓）',
      contact_name: '古小姐',
      contact_phone: '03-8000001',
    },
    {
      place: '縱谷山野學校（花蓮縣吉安鄉山野路 8 號）',
      contact_name: '宋先生',
      contact_phone: '03-8000002',
    },
    { place: '潮音游泳池（花蓮縣新城鄉潮音街 5 號）', contact_name: '石小姐', contact_phone: '03-8000003' },
  ],
};

/** Raw material of the generated trainees. Names are common ones; whoever they make up is invented. */
export const people = {
  familyNames: romanised(`
    陳 Chen, 林 Lin, 黃 Huang, 張 Chang, 李 Li, 王 Wang, 吳 Wu, 劉 Liu, 蔡 Tsai, 楊 Yang, 許 Hsu, 鄭 Cheng, 謝 Hsieh,
    郭 Kuo, 洪 Hung, 曾 Tseng, 邱 Chiu, 廖 Liao, 賴 Lai, 周 Chou, 徐 Hsu, 蘇 Su, 葉 Yeh, 莊 Chuang, 呂 Lu, 江 Chiang,
    何 Ho, 蕭 Hsiao, 羅 Lo, 高 Kao, 潘 Pan, 簡 Chien, 朱 Chu, 鍾 Chung, 游 Yu, 彭 Peng, 詹 Chan, 胡 Hu, 施 Shih,
    沈 Shen`),
  givenNamesFemale: romanised(`
    淑惠 Shu-Hui, 美玲 Mei-Ling, 雅雯 Ya-Wen, 佳穎 Chia-Ying, 怡婷 Yi-Ting, 心怡 Hsin-Yi, 欣儀 Hsin-Yi, 詩涵 Shih-Han,
    宜蓁 Yi-Chen, 郁婷 Yu-Ting, 筱涵 Hsiao-Han, 佩君 Pei-Chun, 惠雯 Hui-Wen, 靜宜 Ching-Yi, 思妤 Szu-Yu, 品妍 Pin-Yen,
    子晴 Tzu-Ching, 羽彤 Yu-Tung, 婉婷 Wan-Ting, 秀英 Hsiu-Ying, 麗華 Li-Hua, 玉珍 Yu-Chen, 秋香 Chiu-Hsiang,
    曉薇 Hsiao-Wei, 映辰 Ying-Chen, 若瑄 Jo-Hsuan, 庭瑜 Ting-Yu, 芷瑄 Chih-Hsuan, 鈺婷 Yu-Ting, 慧君 Hui-Chun,
    碧雲 Pi-Yun, 千慧 Chien-Hui, 孟潔 Meng-Chieh, 采潔 Tsai-Chieh, 昱安 Yu-An, 可欣 Ko-Hsin`),
  givenNamesMale: romanised(`
    俊宏 Chun-Hung, 建宏 Chien-Hung, 冠宇 Kuan-Yu, 宗翰 Tsung-Han, 柏翰 Po-Han, 彥廷 Yen-Ting, 承恩 Cheng-En,
    冠廷 Kuan-Ting, 家銘 Chia-Ming, 信宏 Hsin-Hung, 文雄 Wen-Hsiung, 國華 Kuo-Hua, 志偉 Chih-Wei, 文彬 Wen-Pin,
    宏達 Hung-Ta, 育誠 Yu-Cheng, 智凱 Chih-Kai, 明宏 Ming-Hung, 宇翔 Yu-Hsiang, 哲瑋 Che-Wei, 昱翔 Yu-Hsiang,
    品睿 Pin-Jui, 子軒 Tzu-Hsuan, 柏霖 Po-Lin, 正雄 Cheng-Hsiung, 金龍 Chin-Lung, 振華 Chen-Hua, 啟文 Chi-Wen,
    士豪 Shih-Hao, 奕辰 Yi-Chen, 浩然 Hao-Jan, 永昌 Yung-Chang, 景元 Ching-Yuan, 維倫 Wei-Lun, 聖傑 Sheng-Chieh,
    鴻文 Hung-Wen`),
  streets: [
    '範例路一段',
    '範例路二段',
    '安訓路',
    '平安路',
    '海安路',
    '青松路',
    '松平街',
    '山城路',
    '河岸街',
    '千湖街',
    '鳳凰路',
    '港風路',
    '縱谷路',
    '潮音街',
    '向陽街',
    '晴川路',
    '互助街',
    '守望路',
  ],
  employers: [
    { name: '海嶼物流股份有限公司', career: '運輸物流業' },
    { name: '晴川科技股份有限公司', career: '資訊科技業' },
    { name: '範例國民小學', career: '教職人員' },
    { name: '小浪花托嬰中心', career: '服務業' },
    { name: '松平社區發展協會', career: '其他' },
    { name: '河岸運動中心', career: '服務業' },
    { name: '千湖精密工業股份有限公司', career: '製造／營造業' },
    { name: '藍鯨灣觀光飯店', career: '服務業' },
    { name: '港風造船股份有限公司', career: '製造／營造業' },
    { name: '守岸保全股份有限公司', career: '服務業' },
    { name: '晴安復健診所', career: '醫護人員' },
    { name: '山城戶外用品社', career: '商業（批發零售）' },
    { name: '潮音潛水訓練中心', career: '服務業' },
    { name: '大坪營造股份有限公司', career: '製造／營造業' },
    { name: '縱谷有機農場', career: '農林漁牧業' },
    { name: '自營商', career: '自由業' },
  ],
  schools: [
    '海嶼大學',
    '晴川科技大學',
    '青松大學',
    '晴安醫護專科學校',
    '港風海事大學',
    '縱谷師範學院',
    '松平高級中學',
    '千湖高級工業職業學校',
    '藍鯨高級商業職業學校',
    '潮音體育學院',
  ],
  departments: [
    '護理系',
    '體育學系',
    '運動休閒管理系',
    '資訊工程學系',
    '機械工程系',
    '企業管理學系',
    '幼兒教育學系',
    '觀光餐旅系',
    '消防安全系',
    '水產養殖系',
    '社會工作學系',
    '外國語文學系',
  ],
} satisfies {
  familyNames: RomanisedName[];
  givenNamesFemale: RomanisedName[];
  givenNamesMale: RomanisedName[];
  streets: string[];
  /** Employers with the occupation, as the lookup names it, of people who work there. */
  employers: { name: string; career: string }[];
  schools: string[];
  departments: string[];
};

/** Joins the lines: a line end between two Chinese characters would be shown as a gap. */
function flow(parts: TemplateStringsArray, ...values: string[]): string {
  return String.raw({ raw: parts }, ...values).replaceAll('\n', '');
}

/** Reads `陳 Chen, 林 Lin`. */
function romanised(list: string): RomanisedName[] {
  return list.split(',').map((pair) => {
    const [chinese = '', english = ''] = pair.trim().split(' ');
    return { chinese, english };
  });
}
